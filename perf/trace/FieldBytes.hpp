#pragma once

#include <base/bytes/Varint.hpp>

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "ByteReader.hpp"

/// The fields of entries and records as bytes (docs/formats/trace.md). No field depends on the byte
/// order of the machine.
namespace gantry::perf::traced {

inline void putText(std::string& to, std::string_view text) {
    base::addVarint(to, text.size());
    to += text;
}

inline void putReal(std::string& to, double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (unsigned shift = 0; shift < 64; shift += 8) {
        to += static_cast<char>(bits >> shift & 0xffU);
    }
}

inline double realOf(ByteReader& bytes) noexcept {
    std::uint64_t bits = 0;
    const std::string_view eight = bytes.take(sizeof bits);
    for (std::size_t i = eight.size(); i-- > 0;) {
        bits = bits << 8U | static_cast<unsigned char>(eight[i]);
    }
    return std::bit_cast<double>(bits);
}

/// Small numbers of both signs take one byte: 0, -1, 1, -2 become 0, 1, 2, 3.
constexpr std::uint64_t zigzag(std::int64_t value) noexcept {
    return static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t fromZigzag(std::uint64_t value) noexcept {
    return static_cast<std::int64_t>(value >> 1U ^ (~(value & 1U) + 1));
}

}  // namespace gantry::perf::traced
