#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace gantry::base {

/// The texts of all parts in their order, with the separator between each two. textOf: a function
/// of a part or a member of it, such as &Metric::name. An empty text is a part like any other.
///
///     joined(profile.metrics, ", ", &Metric::name);      // "wall, cpu"
///
/// No parts give the empty text. Throws std::bad_alloc and what textOf throws.
template <class Parts, class TextOf = std::identity>
std::string joined(const Parts& parts, std::string_view separator, TextOf textOf = {}) {
    std::string text;
    bool first = true;
    for (const auto& part : parts) {
        text += first ? std::string_view() : separator;
        text += std::invoke(textOf, part);
        first = false;
    }
    return text;
}

}  // namespace gantry::base
