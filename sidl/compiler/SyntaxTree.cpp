#include "SyntaxTree.hpp"

#include <algorithm>

namespace sidlc {

std::string ScopedName::text() const {
    std::string joined;
    for (const std::string& part : parts) {
        joined += (joined.empty() && !fromRoot ? "" : ".") + part;
    }
    return extension.empty() ? joined : joined + "[" + extension + "]";
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
