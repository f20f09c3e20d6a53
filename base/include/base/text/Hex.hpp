#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::base {

/// Two lower-case hexadecimal digits for each byte.
std::string toHex(std::string_view bytes);

/// Sixteen digits, the highest first.
std::string toHex(std::uint64_t number);

/// The bytes that toHex() was given; nothing for any other text.
std::optional<std::string> fromHex(std::string_view digits);

}  // namespace gantry::base
