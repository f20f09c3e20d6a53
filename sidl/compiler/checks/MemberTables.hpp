#pragma once

#include <compiler/model/Model.hpp>
#include <compiler/source/Diagnostics.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "Signature.hpp"

namespace sidlc {

/// A method of a type, its own or inherited.
struct Member {
    const Method* method = nullptr;
    const TypeSymbol* owner = nullptr;  ///< the type whose declaration has the method
    std::uint32_t longName = 0;         ///< the same number for the same name and extension joined
    std::uint32_t shortName = 0;        ///< the same number for the same name
    bool isAbstract = false;            ///< not implemented
};

using Members = std::vector<Member>;  ///< by longName, each one once

/// All methods of all classes and interfaces. Methods of the type itself take precedence over
/// inherited ones, implemented ones over abstract ones; a method renamed with 'from' replaces the
/// inherited one. Types that add no method share the table of their base, so that memory grows with
/// the methods declared and not with types times methods.
class MemberTables final {
public:
    /// Called when a class inherits a method from a direct base and has one for it already.
    using OnTwo = std::function<void(const TypeSymbol& type, const TypeSymbol& base,
                                     const Member& inherited, const Member& present)>;

    /// The model is resolved without an error and outlives this object.
    MemberTables(const Model& model, const Signature& signature)
        : model_(model), signature_(signature) {}

    /// Fills the tables, bases first. If they get too large, reports it and returns false; the
    /// tables are then incomplete.
    bool build(const OnTwo& onTwo, Diagnostics& diagnostics);

    /// Classes and interfaces, bases before derived types.
    const std::vector<const TypeSymbol*>& order() const noexcept { return order_; }
    /// The methods of a type, by their long names; build() has run.
    const Members& of(const TypeSymbol& type) const { return *tables_[type.index]; }

    /// The member with this long name, or null.
    const Member* find(const TypeSymbol& type, std::string_view longName) const;

    /// The number of a name, or 0 if no method has this name.
    std::uint32_t numberOf(std::string_view name) const;

    /// The direct bases, implied ones included; the class first.
    std::vector<const TypeSymbol*> basesOf(const TypeSymbol& type) const;

    /// The limit of all tables together; a hostile hierarchy could otherwise exhaust the memory.
    static constexpr std::size_t kMaxMembers = 5'000'000;

private:
    using Table = std::shared_ptr<const Members>;

    void sort();
    std::uint32_t numbered(std::string_view name);
    Members ownMembers(const TypeSymbol& type);
    Table tableOf(const TypeSymbol& type, const OnTwo& onTwo);
    void inherit(const TypeSymbol& type, const TypeSymbol& base, Members& table);
    void implementAll(const TypeSymbol& type, const TypeSymbol& base, Members& table) const;
    bool isRenamed(const TypeSymbol& type, const Member& inherited) const;

    const Model& model_;
    const Signature& signature_;
    std::vector<const TypeSymbol*> order_;
    std::vector<Table> tables_;
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
    std::deque<std::string> longNames_;   ///< those that are joined; numbers_ points to them
    std::vector<const Method*> renames_;  ///< those with 'from' of the type whose table is made
};

/// The member with this number in a table, or null.
const Member* findMember(const Members& table, std::uint32_t longName);

/// True if the class lists this base after 'implements-all'.
bool implementsAll(const Model& model, const TypeSymbol& type, const TypeSymbol& base);

}  // namespace sidlc
