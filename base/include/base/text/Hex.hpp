#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::base {

/// Two lower-case hexadecimal digits for each byte. Linear; the inverse is fromHex.
///
///     toHex("\x01\xff");    // "01ff"
///     fromHex("01ff");      // "\x01\xff"
///     fromHex("1ff");       // nothing
std::string toHex(std::string_view bytes);

/// Sixteen digits, the highest first.
///
///     toHex(std::uint64_t{255});    // "00000000000000ff"
std::string toHex(std::uint64_t number);

/// The bytes that toHex(bytes) was given; nothing for any other text, upper-case digits included.
std::optional<std::string> fromHex(std::string_view digits);

}  // namespace gantry::base
