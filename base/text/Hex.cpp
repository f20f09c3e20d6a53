#include <base/text/Hex.hpp>

#include <cstddef>

namespace gantry::base {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::string toHex(std::string_view bytes) {
    std::string digits;
    digits.reserve(bytes.size() * 2);
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        digits += kDigits[value >> 4U];
        digits += kDigits[value & 15U];
    }
    return digits;
}

std::string toHex(std::uint64_t number) {
    std::string digits;
    for (unsigned shift = 64; shift > 0; shift -= 4) {
        digits += kDigits[(number >> (shift - 4)) & 15U];
    }
    return digits;
}

std::optional<std::string> fromHex(std::string_view digits) {
    if (digits.size() % 2 != 0) {
        // Strict, so that every text of bytes has one form only.
        return std::nullopt;
    }
    std::string bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        const std::size_t high = kDigits.find(digits[i]);
        const std::size_t low = kDigits.find(digits[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) {
            return std::nullopt;
        }
        bytes += static_cast<char>(static_cast<unsigned char>(high << 4U | low));
    }
    return bytes;
}

}  // namespace gantry::base
