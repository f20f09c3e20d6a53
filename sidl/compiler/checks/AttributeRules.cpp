#include <compiler/model/Collector.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "Checks.hpp"

namespace sidlc {

namespace {

using Group = std::array<MethodAttribute, 3>;
// Attributes of one group exclude each other.
constexpr Group kDispatch = {MethodAttribute::Static, MethodAttribute::Final,
                             MethodAttribute::Abstract};
constexpr Group kCommunication = {MethodAttribute::Oneway, MethodAttribute::Local,
                                  MethodAttribute::Nonblocking};

std::string_view wordOf(MethodAttribute attribute) {
    switch (attribute) {
        case MethodAttribute::Oneway:
            return "oneway";
        case MethodAttribute::Local:
            return "local";
        case MethodAttribute::Static:
            return "static";
        case MethodAttribute::Abstract:
            return "abstract";
        case MethodAttribute::Final:
            return "final";
        case MethodAttribute::Nonblocking:
            return "nonblocking";
        case MethodAttribute::Copy:
            return "copy";
    }
    return "";
}

std::string_view wordOf(TypeAttribute attribute) {
    return attribute == TypeAttribute::Final ? "final" : "abstract";
}

class AttributeCheck final {
public:
    explicit AttributeCheck(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void checkDeclaration(const Declaration& declaration) const {
        const bool isPackage = std::holds_alternative<Package>(declaration.body);
        const bool isClass = std::holds_alternative<Class>(declaration.body);
        const TypeAttribute* taken = nullptr;
        for (const LocatedTypeAttribute& each : declaration.attributes) {
            const bool fits = each.attribute == TypeAttribute::Final ? isPackage : isClass;
            if (!fits) {
                diagnostics_.report(each.location, Rule::AttributeIgnored,
                                    inQuotes(wordOf(each.attribute)) + " has no effect here; " +
                                        "packages may be final and classes abstract");
            } else if (taken != nullptr) {
                reportTwice(each.location, wordOf(each.attribute));
            } else {
                taken = &each.attribute;
            }
        }
        checkCustom(declaration.customAttributes);
    }

    void checkMethod(const Method& method) const {
        const auto& given = method.attributes;
        for (auto each = given.begin(); each != given.end(); ++each) {
            // Compared with those before it, so that the second of two is reported; the lists are
            // short.
            const bool again = std::any_of(given.begin(), each, [&](const auto& earlier) {
                return earlier.attribute == each->attribute;
            });
            if (again) {
                reportTwice(each->location, wordOf(each->attribute));
            }
        }
        checkGroup(given, kDispatch);
        checkGroup(given, kCommunication);
        checkCustom(method.customAttributes);
        for (const Argument& argument : method.arguments) {
            checkCustom(argument.customAttributes);
        }
        if (method.has(MethodAttribute::Oneway)) {
            checkOneway(method);
        }
    }

private:
    void reportTwice(const Location& location, std::string_view word) const {
        diagnostics_.report(location, Rule::AttributeTwice,
                            inQuotes(word) + " is given twice; leave one out");
    }

    // Each further attribute is compared with the first of the group; the same one twice is another
    // rule.
    void checkGroup(const std::vector<LocatedMethodAttribute>& given, const Group& group) const {
        const LocatedMethodAttribute* first = nullptr;
        for (const LocatedMethodAttribute& each : given) {
            if (std::find(group.begin(), group.end(), each.attribute) == group.end()) {
                continue;
            }
            if (first != nullptr && first->attribute != each.attribute) {
                diagnostics_.report(each.location, Rule::AttributeConflict,
                                    "a method is not both " + inQuotes(wordOf(first->attribute)) +
                                        " and " + inQuotes(wordOf(each.attribute)) +
                                        "; leave one out");
            }
            first = first == nullptr ? &each : first;
        }
    }

    // The same value twice is harmless; without a value there is nothing to compare.
    void checkCustom(const std::vector<CustomAttribute>& given) const {
        for (auto each = given.begin(); each != given.end(); ++each) {
            const auto earlier = std::find_if(given.begin(), each, [each](const auto& other) {
                return other.name == each->name;
            });
            if (earlier != each && (!each->value || each->value != earlier->value)) {
                reportTwice(each->location, each->name);
            }
        }
    }

    void checkOneway(const Method& method) const {
        if (!std::holds_alternative<VoidType>(method.result.type)) {
            diagnostics_.report(method.result.location, Rule::Oneway,
                                "the oneway method " + inQuotes(method.name) +
                                    " has a result; make it 'void' or drop 'oneway'");
        }
        for (const Argument& argument : method.arguments) {
            if (argument.mode != Mode::In) {
                diagnostics_.report(argument.location, Rule::Oneway,
                                    "the oneway method " + inQuotes(method.name) +
                                        " returns a value in " + inQuotes(argument.name) +
                                        "; make it 'in' or drop 'oneway'");
            }
        }
    }

    Diagnostics& diagnostics_;
};

}  // namespace

TypeCheck attributeCheck(const Model& model, Diagnostics& diagnostics) {
    const AttributeCheck check(diagnostics);
    for (const auto& [name, package] : model.packages()) {
        for (const Declaration* part : package.parts) {
            check.checkDeclaration(*part);
        }
    }
    return [check](const TypeSymbol& type) {
        check.checkDeclaration(*type.declaration);
        for (const Method& method : methodsOf(type)) {
            check.checkMethod(method);
        }
    };
}

}  // namespace sidlc
