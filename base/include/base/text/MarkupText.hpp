#pragma once

#include <string>
#include <string_view>

namespace gantry::base {

/// The text as content, or as an attribute in double quotes, of HTML, XML or SVG: `&`, `<`, `>` and
/// `"` as entities. Bytes that are not printable stay: see printable().
std::string markupText(std::string_view text);

}  // namespace gantry::base
