#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::perf {

/// Length in bytes of the well-formed UTF-8 character that the bytes begin with; 0 when they begin
/// with none.
std::size_t characterLength(std::string_view bytes) noexcept;

/// Whether the bytes are well-formed UTF-8.
bool isUtf8(std::string_view bytes) noexcept;

/// Two lower-case digits per byte.
std::string toHex(std::string_view bytes);

/// The inverse; nothing for any other text.
std::optional<std::string> fromHex(std::string_view digits);

}  // namespace gantry::perf
