#pragma once

#include <cstdint>
#include <vector>

/// Numbers of equal width, packed into words, lowest bits first.
namespace gantry::perf::timeline {

/// Appends `count` numbers of `bits` bits each; 0 bits take no words.
inline void packColumn(const std::uint64_t* numbers, std::uint32_t count, std::uint32_t bits,
                       std::vector<std::uint64_t>& to) {
    std::uint64_t word = 0;
    std::uint32_t used = 0;
    for (std::uint32_t i = 0; bits > 0 && i < count; ++i) {
        word |= numbers[i] << used;
        used += bits;
        if (used >= 64) {
            to.push_back(word);
            used -= 64;
            word = used == 0 ? 0 : numbers[i] >> (bits - used);
        }
    }
    if (used > 0) {
        to.push_back(word);
    }
}

/// Words behind the columns of a row that may be read and whose bits do not matter.
inline constexpr std::uint32_t kPadding = 2;

/// Reads them back. Reads up to kPadding words behind them.
inline void unpackColumn(const std::uint64_t* words, std::uint32_t count, std::uint32_t bits,
                         std::uint64_t* to) {
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < count; ++i, at += bits) {
        const std::uint64_t* const word = words + at / 64;
        const std::uint32_t shift = at % 64;
        // Two shifts, since one by 64 is undefined.
        to[i] = ((word[0] >> shift) | ((word[1] << 1U) << (63 - shift))) & mask;
    }
}

}  // namespace gantry::perf::timeline
