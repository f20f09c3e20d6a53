#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "Checks.hpp"
#include "Collector.hpp"
#include "ReservedWords.hpp"

namespace sidlc {

namespace {

// What Fortran bindings can take.
constexpr std::size_t kLongestName = 31;
constexpr std::size_t kLongestMethod = 29;
constexpr std::size_t kLongestMember = 24;

char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool sameWithoutCase(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
               return lowered(x) == lowered(y);
           });
}

// Names of one scope, each with its place. Few are compared one by one, many by a table.
class NameScope final {
public:
    // The place of the same name, case apart, or null; then the name is in the scope.
    const Location* add(std::string_view name, const Location& location) {
        if (entries_.size() < kFew) {
            for (const Entry& entry : entries_) {
                if (sameWithoutCase(entry.name, name)) {
                    return &entry.location;
                }
            }
            entries_.push_back({std::string(name), location});
            return nullptr;
        }
        if (table_.empty()) {
            for (const Entry& entry : entries_) {
                table_.emplace(key(entry.name), entry.location);
            }
        }
        const auto [found, isNew] = table_.emplace(key(name), location);
        return isNew ? nullptr : &found->second;
    }

private:
    static constexpr std::size_t kFew = 24;
    struct Entry {
        std::string name;
        Location location;
    };

    static std::string key(std::string_view name) {
        std::string lower(name);
        std::transform(lower.begin(), lower.end(), lower.begin(), lowered);
        return lower;
    }

    std::vector<Entry> entries_;
    std::unordered_map<std::string, Location> table_;
};

class NameCheck final {
public:
    explicit NameCheck(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void checkPackage(const Declaration& package) { checkDeclaration(package, "package"); }

    void checkType(const TypeSymbol& type) {
        checkDeclaration(*type.declaration, "type");
        const auto& body = type.declaration->body;
        if (const auto* enumeration = std::get_if<Enumeration>(&body)) {
            NameScope scope;
            for (const Enumerator& each : enumeration->enumerators) {
                checkMember(scope, each.name, each.location, kLongestName);
            }
        } else if (const auto* aStruct = std::get_if<Struct>(&body)) {
            checkStruct(*aStruct);
        }
        NameScope scope;
        for (const Method& method : methodsOf(type)) {
            checkMethod(scope, method);
        }
    }

private:
    void checkDeclaration(const Declaration& declaration, const char* kind) {
        if (declaration.name.find('_') != std::string::npos) {
            diagnostics_.report(declaration.location, Rule::TypeNameUnderscore,
                                "the name of the " + std::string(kind) + " " +
                                    quoted(declaration.name) +
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
                                quoted(name) + " is reserved in " + std::string(refusing) +
                                    "; choose another name");
            return;
        }
        const std::string_view newer = newerLanguages(name);
        if (!newer.empty()) {
            diagnostics_.report(location, Rule::NewerReservedWord,
                                quoted(name) + " is reserved in " + std::string(newer) +
                                    "; generated code writes '" + std::string(name) +
                                    "_' where it must");
        }
    }

    void checkLength(std::string_view name, const Location& location, std::size_t most) {
        if (name.size() > most) {
            diagnostics_.report(location, Rule::LongName,
                                quoted(name) + " has more than " + std::to_string(most) +
                                    " characters, which Fortran may not take");
        }
    }

    void reportTwice(std::string_view name, const Location& location, const Location& first,
                     const std::string& mend) {
        diagnostics_.report(location, Rule::DuplicateName,
                            quoted(name) + " is declared already, at " + placeText(first) +
                                " (upper and lower case are the same here); " + mend);
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
                                    "the name of the struct member " + quoted(member.name) +
                                        " has more than " + std::to_string(kLongestMember) +
                                        " characters; choose a shorter one");
            }
        }
    }

    // The names that languages see are the long ones, so a reserved word with an extension is
    // none.
    void checkMethod(NameScope& scope, const Method& method) {
        std::string longName = method.name + method.extension;
        if (method.extension.empty()) {
            checkWord(method.name, method.location);
        }
        checkLength(longName, method.location, kLongestMethod);
        if (const Location* first = scope.add(longName, method.location)) {
            reportTwice(longName, method.location, *first,
                        "tell them apart by an extension, as in '" + method.name + "[Other]'");
        }
        NameScope arguments;
        for (const Argument& argument : method.arguments) {
            checkMember(arguments, argument.name, argument.location, kLongestName);
        }
    }

    Diagnostics& diagnostics_;
};

}  // namespace

void checkNames(const Model& model, Diagnostics& diagnostics) {
    NameCheck check(diagnostics);
    for (const auto& [name, package] : model.packages()) {
        check.checkPackage(*package.parts.front());
    }
    for (const auto& [name, type] : model.types()) {
        check.checkType(type);
    }
}

}  // namespace sidlc
