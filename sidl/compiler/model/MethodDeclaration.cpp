#include "MethodDeclaration.hpp"

#include <set>
#include <vector>

namespace sidlc {

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

}  // namespace sidlc
