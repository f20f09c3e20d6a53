#pragma once

#include <compiler/emit/c/CTypes.hpp>
#include <compiler/model/Model.hpp>

#include <map>
#include <set>
#include <string>

namespace sidlc {

/// The order in which modules can be compiled: a module names those before it. Where packages name
/// each other in a circle, one of them has to come first.
class FortranOrder final {
public:
    explicit FortranOrder(const CTypes& types);

    /// The place of a module, from 0.
    std::size_t place(const std::string& module) const { return places_.at(module); }
    /// The modules whose types are named in this one and stand before it.
    std::set<std::string> before(const std::string& module) const;
    /// Types that this module names but that stand behind it.
    std::set<const TypeSymbol*> later(const std::string& module) const;

private:
    void visit(const std::string& first, std::set<std::string>& seen);

    std::map<std::string, std::set<const TypeSymbol*>> named_;
    std::map<std::string, std::set<std::string>> structs_;  ///< modules that must stand before
    std::map<std::string, std::size_t> places_;
};

}  // namespace sidlc
