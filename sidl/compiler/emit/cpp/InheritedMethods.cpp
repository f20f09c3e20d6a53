#include "InheritedMethods.hpp"

#include <set>
#include <string>

#include "CppTypes.hpp"
#include "InterfaceMethods.hpp"

namespace sidlc {

std::vector<const Method*> inheritedMethods(const TypeSymbol& type) {
    std::vector<const Method*> methods;
    std::set<std::string> names;
    for (const TypeSymbol* owner : lineage(type)) {
        for (const Method& method : methodsOf(*owner)) {
            if (!isStaticMethod(*owner, method) && names.insert(cppMethodName(method)).second) {
                methods.push_back(&method);
            }
        }
    }
    return methods;
}

}  // namespace sidlc
