#include "InheritedMethods.hpp"

#include <set>
#include <string>

#include "CppTypes.hpp"

namespace sidlc {

std::vector<const Method*> inheritedMethods(const TypeSymbol& type) {
    std::vector<const TypeSymbol*> order{&type};
    std::set<const TypeSymbol*> seen{&type};
    for (std::size_t at = 0; at < order.size(); ++at) {
        for (const TypeSymbol* base : order[at]->bases) {
            const bool builtIn = !base->packages.empty() && base->packages.front() == "sidl";
            if (!builtIn && seen.insert(base).second) {
                order.push_back(base);
            }
        }
    }
    std::vector<const Method*> methods;
    std::set<std::string> names;
    for (auto each = order.rbegin(); each != order.rend(); ++each) {
        for (const Method& method : methodsOf(**each)) {
            if (!isStaticMethod(**each, method) && names.insert(cppMethodName(method)).second) {
                methods.push_back(&method);
            }
        }
    }
    return methods;
}

}  // namespace sidlc
