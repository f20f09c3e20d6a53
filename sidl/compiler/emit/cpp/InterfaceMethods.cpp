#include "InterfaceMethods.hpp"

#include <set>
#include <unordered_map>

namespace sidlc {

namespace {

bool hasCppSide(const TypeSymbol& type) {
    return type.packages.empty() || type.packages.front() != "sidl";
}

std::string signatureOf(const CppTypes& types, const Method& method, const std::string& name) {
    CppNeeds unused;
    std::string text = name + "(";
    for (const Argument& each : method.arguments) {
        text += types.parameter(each, unused) + ",";
    }
    return text;
}

}  // namespace

// A depth-first search in postorder: each type comes after all that it extends, and once. Its stack
// is a vector, so that a long chain of interfaces does not overflow that of the compiler.
std::vector<const TypeSymbol*> lineage(const TypeSymbol& type) {
    struct Step {
        const TypeSymbol* type;
        std::size_t nextBase = 0;
    };
    std::vector<const TypeSymbol*> order;
    std::set<const TypeSymbol*> seen{&type};
    std::vector<Step> path{{&type}};
    while (!path.empty()) {
        Step& step = path.back();
        if (step.nextBase == step.type->bases.size()) {
            order.push_back(step.type);
            path.pop_back();
            continue;
        }
        const TypeSymbol* base = step.type->bases[step.nextBase++];
        if (hasCppSide(*base) && seen.insert(base).second) {
            path.push_back({base});
        }
    }
    return order;
}

std::vector<InterfaceMethod> interfaceMethods(const CppTypes& types, const TypeSymbol& type) {
    std::vector<InterfaceMethod> methods;
    std::unordered_map<std::string, std::size_t> places;
    for (const TypeSymbol* owner : lineage(type)) {
        for (const Method& method : methodsOf(*owner)) {
            if (isStaticMethod(*owner, method)) {
                continue;
            }
            // Without the result: as in C++, name and argument types decide whether a method
            // overrides another.
            const std::string signature = signatureOf(types, method, cppMethodName(method));
            auto place = places.find(signature);
            if (place == places.end() && method.from) {
                place = places.find(signatureOf(types, method, cppRenamedName(method)));
            }
            const std::size_t at = place == places.end() ? methods.size() : place->second;
            if (place != places.end()) {
                // The later declaration takes the place of the earlier: both are one virtual
                // function of the object, and keep one position in the order.
                places.erase(place);
            } else {
                methods.emplace_back();
            }
            places.emplace(signature, at);
            methods[at].declarations.push_back({&method, owner});
        }
    }
    return methods;
}

bool isDeclaredInBase(const CppTypes& types, const TypeSymbol& type, const Method& method) {
    const std::string signature = signatureOf(types, method, cppMethodName(method));
    for (const TypeSymbol* owner : lineage(type)) {
        if (owner == &type) {
            continue;
        }
        for (const Method& each : methodsOf(*owner)) {
            if (!isStaticMethod(*owner, each) &&
                signatureOf(types, each, cppMethodName(each)) == signature) {
                return true;
            }
        }
    }
    return false;
}

// Without the cast, an overload in a derived interface would hide those that it inherits.
std::string cppTarget(const TypeSymbol& type, const TypeSymbol& owner, const std::string& target) {
    return &type == &owner ? target : "static_cast<" + cppName(owner) + "&>(" + target + ")";
}

bool isCallable(const TypeSymbol& type) {
    return type.kind == TypeKind::Interface && isEmitted(type) &&
           !derivesFrom(type, "sidl.BaseException");
}

}  // namespace sidlc
