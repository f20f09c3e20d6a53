#include <compiler/model/Collector.hpp>
#include <compiler/source/FoldedName.hpp>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "Checks.hpp"
#include "ReservedWords.hpp"

namespace sidlc {

namespace {

// The limits of the Fortran bindings. Fortran 95 allows 31 characters.
constexpr std::size_t kLongestName = 31;
constexpr std::size_t kLongestMethod = 29;
constexpr std::size_t kLongestMember = 24;

// Names of one scope, each with its place. Few are compared one by one, many through a hash table.
// The names outlive the scope.
class NameScope final {
public:
    // The location of the same name without regard to case; null if there was none, and the name is
    // then in the scope.
    const Location* add(std::string_view name, const Location& location) {
        if (entries_.size() < kFew) {
            const std::size_t hash = FoldedName()(name);
            for (const Entry& entry : entries_) {
                if (entry.hash == hash && FoldedName()(entry.name, name)) {
                    return &entry.location;
                }
            }
            entries_.push_back({name, hash, location});
            return nullptr;
        }
        if (table_.empty()) {
            for (const Entry& entry : entries_) {
                table_.emplace(entry.name, entry.location);
            }
        }
        const auto [found, isNew] = table_.emplace(name, location);
        return isNew ? nullptr : &found->second;
    }

    void clear() {
        entries_.clear();
        table_.clear();
    }

private:
    static constexpr std::size_t kFew = 24;
    struct Entry {
        std::string_view name;
        std::size_t hash;
        Location location;
    };

    std::vector<Entry> entries_;
    std::unordered_map<std::string_view, Location, FoldedName, FoldedName> table_;
};

class NameCheck final {
public:
    explicit NameCheck(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void checkPackage(const Declaration& package) { checkDeclaration(package, "package"); }

    // Also of packages that do not exist.
    void checkClauses(const std::vector<PackageClause>& clauses) {
        for (const PackageClause& clause : clauses) {
            for (std::string_view rest = clause.name.path; !rest.empty();) {
                const std::size_t end = std::min(rest.find('.'), rest.size());
                checkWord(rest.substr(0, end), clause.name.location);
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
    }

    void checkType(const TypeSymbol& type) {
        checkDeclaration(*type.declaration, "type");
        const auto& body = type.declaration->body;
        if (const auto* enumeration = std::get_if<Enumeration>(&body)) {
            NameScope scope;
            for (const Enumerator& each : enumeration->enumerators) {
                if (diagnostics_.full()) {
                    return;
                }
                checkMember(scope, each.name, each.location, kLongestName);
            }
        } else if (const auto* aStruct = std::get_if<Struct>(&body)) {
            checkStruct(*aStruct);
        }
        methods_.clear();
        longNames_.clear();
        for (const Method& method : methodsOf(type)) {
            if (diagnostics_.full()) {
                return;
            }
            checkMethod(method);
        }
    }

private:
    void checkDeclaration(const Declaration& declaration, const char* kind) {
        if (declaration.name.find('_') != std::string::npos) {
            diagnostics_.report(declaration.location, Rule::TypeNameUnderscore,
                                "the name of the " + std::string(kind) + " " +
                                    inQuotes(declaration.name) +
                                    " has an underscore; only methods, arguments, members and "
                                    "enumerators may");
        }
        checkWord(declaration.name, declaration.location);
        checkLength(declaration.name, declaration.location, kLongestName);
    }

    void checkWord(std::string_view name, const Location& location) {
        const std::string_view refusing = refusingLanguages(name);
        if (!refusing.empty()) {
            diagnostics_.report(location, Rule::ReservedWord,
                                inQuotes(name) + " is reserved in " + std::string(refusing) +
                                    "; choose another name");
            return;
        }
        const std::string_view newer = newerLanguages(name);
        if (!newer.empty()) {
            diagnostics_.report(location, Rule::NewerReservedWord,
                                inQuotes(name) + " is reserved in " + std::string(newer) +
                                    "; generated code writes '" + std::string(name) +
                                    "_' where it must");
        }
    }

    void checkLength(std::string_view name, const Location& location, std::size_t most) {
        if (name.size() > most) {
            diagnostics_.report(location, Rule::LongName,
                                inQuotes(name) + " has more than " + std::to_string(most) +
                                    " characters, which some Fortran compilers refuse");
        }
    }

    void reportTwice(std::string_view name, const Location& location, const Location& first,
                     const std::string& fix) {
        diagnostics_.report(location, Rule::DuplicateName,
                            inQuotes(name) + " is already declared at " + placeText(first) +
                                " (upper and lower case are the same here); " + fix);
    }

    void checkMember(NameScope& scope, const std::string& name, const Location& location,
                     std::size_t most) {
        checkWord(name, location);
        checkLength(name, location, most);
        if (const Location* first = scope.add(name, location)) {
            reportTwice(name, location, *first, "give one of them another name");
        }
    }

    void checkStruct(const Struct& aStruct) {
        NameScope scope;
        for (const StructMember& member : aStruct.members) {
            checkMember(scope, member.name, member.location, member.name.size());
            if (member.name.size() > kLongestMember) {
                diagnostics_.report(member.location, Rule::MemberNameLength,
                                    "the name of the struct member " + inQuotes(member.name) +
                                        " has more than " + std::to_string(kLongestMember) +
                                        " characters; choose a shorter one");
            }
        }
    }

    // Languages see the long names, so a reserved word with an extension is not reserved.
    void checkMethod(const Method& method) {
        std::string_view longName = method.name;
        if (method.extension.empty()) {
            checkWord(method.name, method.location);
        } else {
            longName = longNames_.emplace_back(method.name + method.extension);
        }
        checkLength(longName, method.location, kLongestMethod);
        if (const Location* first = methods_.add(longName, method.location)) {
            reportTwice(longName, method.location, *first,
                        "tell them apart by an extension, as in '" + method.name + "[Other]'");
        }
        arguments_.clear();
        for (const Argument& argument : method.arguments) {
            checkMember(arguments_, argument.name, argument.location, kLongestName);
        }
    }

    Diagnostics& diagnostics_;
    NameScope methods_;
    NameScope arguments_;
    std::deque<std::string> longNames_;
};

}  // namespace

TypeCheck nameCheck(const Model& model, Diagnostics& diagnostics) {
    auto check = std::make_shared<NameCheck>(diagnostics);
    for (const auto& [name, package] : model.packages()) {
        check->checkPackage(*package.parts.front());
    }
    for (const auto& file : model.files()) {
        check->checkClauses(file->tree.requirements);
        check->checkClauses(file->tree.imports);
    }
    return [check](const TypeSymbol& type) { check->checkType(type); };
}

}  // namespace sidlc
