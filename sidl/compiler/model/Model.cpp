#include "Model.hpp"

#include <set>

namespace sidlc {

std::string TypeSymbol::qualifiedName() const {
    std::string joined;
    for (const std::string& part : packages) {
        joined += part + ".";
    }
    return joined + name;
}

const TypeSymbol* Model::find(std::string_view qualifiedName) const {
    const auto found = byName_.find(qualifiedName);
    return found == byName_.end() ? nullptr : found->second;
}

const TypeSymbol* Model::target(const ScopedName& name) const noexcept {
    const auto names = targets_.find(name.location.source);
    return names == targets_.end() || name.ordinal >= names->second.size()
               ? nullptr
               : names->second[name.ordinal];
}

bool derivesFrom(const TypeSymbol& type, std::string_view ancestor) {
    std::vector<const TypeSymbol*> open{&type};
    // Bases that are reached twice are looked at once, and a cycle, which is an error that is
    // reported elsewhere, ends.
    std::set<const TypeSymbol*> seen{&type};
    while (!open.empty()) {
        const TypeSymbol* next = open.back();
        open.pop_back();
        if (next->qualifiedName() == ancestor) {
            return true;
        }
        for (const TypeSymbol* base : next->bases) {
            if (seen.insert(base).second) {
                open.push_back(base);
            }
        }
    }
    return false;
}

bool isStaticMethod(const TypeSymbol& owner, const Method& method) {
    return owner.kind == TypeKind::Class && method.has(MethodAttribute::Static);
}

const std::vector<Method>& methodsOf(const TypeSymbol& type) {
    static const std::vector<Method> kNone;
    if (const auto* interface = std::get_if<Interface>(&type.declaration->body)) {
        return interface->methods;
    }
    if (const auto* aClass = std::get_if<Class>(&type.declaration->body)) {
        return aClass->methods;
    }
    return kNone;
}

const std::vector<Assertion>& invariantsOf(const TypeSymbol& type) {
    static const std::vector<Assertion> kNone;
    if (const auto* aClass = std::get_if<Class>(&type.declaration->body)) {
        return aClass->invariants;
    }
    const auto* interface = std::get_if<Interface>(&type.declaration->body);
    return interface == nullptr ? kNone : interface->invariants;
}

}  // namespace sidlc
