#pragma once

#include <cstddef>
#include <string_view>

namespace gantry::base {

/// Length in bytes of the well-formed UTF-8 character at the beginning; 0 where there is none.
/// Well-formed as in the Unicode standard: no overlong forms, no surrogates, nothing above
/// U+10FFFF.
std::size_t characterLength(std::string_view bytes) noexcept;

/// Whether the bytes are well-formed UTF-8.
bool isUtf8(std::string_view bytes) noexcept;

}  // namespace gantry::base
