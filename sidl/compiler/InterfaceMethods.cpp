#include "InterfaceMethods.hpp"

#include <algorithm>
#include <set>

namespace sidlc {

namespace {

void addLineage(const TypeSymbol& type, std::set<const TypeSymbol*>& seen,
                std::vector<const TypeSymbol*>& order) {
    const bool builtIn = !type.packages.empty() && type.packages.front() == "sidl";
    if (builtIn || !seen.insert(&type).second) {
        return;
    }
    for (const TypeSymbol* base : type.bases) {
        addLineage(*base, seen, order);
    }
    order.push_back(&type);
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

std::vector<const TypeSymbol*> lineage(const TypeSymbol& type) {
    std::vector<const TypeSymbol*> order;
    std::set<const TypeSymbol*> seen;
    addLineage(type, seen, order);
    return order;
}

std::vector<InterfaceMethod> interfaceMethods(const CppTypes& types, const TypeSymbol& type) {
    std::vector<InterfaceMethod> methods;
    std::vector<std::string> signatures;
    const auto find = [&signatures](const std::string& signature) {
        return static_cast<std::size_t>(std::find(signatures.begin(), signatures.end(), signature) -
                                        signatures.begin());
    };
    for (const TypeSymbol* owner : lineage(type)) {
        for (const Method& method : methodsOf(*owner)) {
            if (isStaticMethod(*owner, method)) {
                continue;
            }
            const std::string signature = signatureOf(types, method, cppMethodName(method));
            std::size_t at = find(signature);
            if (at == methods.size() && method.from) {
                at = find(signatureOf(types, method, cppRenamedName(method)));
            }
            if (at == methods.size()) {
                methods.emplace_back();
                signatures.emplace_back();
            }
            signatures[at] = signature;
            methods[at].declarations.push_back({&method, owner});
        }
    }
    return methods;
}

MethodDeclaration findMethod(const TypeSymbol& type, const std::string& longName) {
    std::vector<const TypeSymbol*> open{&type};
    std::set<const TypeSymbol*> seen{&type};
    for (std::size_t next = 0; next < open.size(); ++next) {
        for (const Method& method : methodsOf(*open[next])) {
            if (method.name + method.extension == longName) {
                return {&method, open[next]};
            }
        }
        for (const TypeSymbol* base : open[next]->bases) {
            if (seen.insert(base).second) {
                open.push_back(base);
            }
        }
    }
    return {};
}

std::string cppTarget(const TypeSymbol& type, const TypeSymbol& owner, const std::string& target) {
    return &type == &owner ? target : "static_cast<" + cppName(owner) + "&>(" + target + ")";
}

bool isCallable(const TypeSymbol& type) {
    return type.kind == TypeKind::Interface && isEmitted(type) &&
           !derivesFrom(type, "sidl.BaseException");
}

}  // namespace sidlc
