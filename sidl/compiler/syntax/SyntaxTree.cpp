#include "SyntaxTree.hpp"

#include <algorithm>

namespace sidlc {

std::string ScopedName::text() const {
    std::string name(fromRoot ? "." : "");
    name += path;
    if (!extension.empty()) {
        name.append("[").append(extension).append("]");
    }
    return name;
}

bool Method::has(MethodAttribute wanted) const {
    return std::any_of(attributes.begin(), attributes.end(),
                       [wanted](const auto& each) { return each.attribute == wanted; });
}

bool Declaration::has(TypeAttribute wanted) const {
    return std::any_of(attributes.begin(), attributes.end(),
                       [wanted](const auto& each) { return each.attribute == wanted; });
}

}  // namespace sidlc
