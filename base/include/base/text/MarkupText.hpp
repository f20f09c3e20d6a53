#pragma once

#include <string>
#include <string_view>

namespace gantry::base {

/// The text as content, or as an attribute in double quotes, of HTML, XML or SVG: `&`, `<`, `>` and
/// `"` as entities. Bytes that are not printable stay: see printable().
std::string markupText(std::string_view text);

/// The text as one cell of a table in Markdown: what has a meaning there behind a backslash, and
/// printable as by printable().
std::string markdownText(std::string_view text);

}  // namespace gantry::base
