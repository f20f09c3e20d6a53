#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Whole numbers as groups of 7 bits, the lowest group first; each byte but the last has its top
/// bit set. The encoding is that of LEB128 in DWARF and of "varint" in protocol buffers.
///
///     std::string bytes;
///     addVarint(bytes, 300);                      // two bytes: ac 02
///     std::string_view rest = bytes;
///     const auto value = takeVarint(rest);        // 300; rest is empty
///
/// A number takes one byte for each 7 bits up to its highest one, and 0 takes one byte. Signed
/// numbers are the caller's to map. Any thread.
namespace gantry::base {

/// The most bytes a number takes.
inline constexpr std::size_t kLongestVarint = 10;

/// Writes the number to memory of at least kLongestVarint bytes; returns the place behind it. Never
/// writes more than that many bytes; a size is not checked.
inline char* putVarint(char* to, std::uint64_t value) noexcept {
    for (; value >= 0x80U; value >>= 7U) {
        *to++ = static_cast<char>(static_cast<unsigned char>(value | 0x80U));
    }
    *to++ = static_cast<char>(value);
    return to;
}

/// Writes the number at the end of a string. Throws std::bad_alloc.
inline void addVarint(std::string& to, std::uint64_t value) {
    for (; value >= 0x80U; value >>= 7U) {
        to += static_cast<char>(static_cast<unsigned char>(value | 0x80U));
    }
    to += static_cast<char>(value);
}

/// Takes a number from the front of foreign bytes. Nothing, and the bytes as they were, where they
/// end within the number or it is longer than kLongestVarint. Bits above the 64th are dropped. A
/// number need not be in its shortest form: superfluous groups of zeros are accepted.
inline std::optional<std::uint64_t> takeVarint(std::string_view& bytes) noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size() && i < kLongestVarint; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        value |= std::uint64_t{byte & 0x7fU} << (7 * i);
        if (byte < 0x80U) {
            bytes.remove_prefix(i + 1);
            return value;
        }
    }
    return std::nullopt;
}

}  // namespace gantry::base
