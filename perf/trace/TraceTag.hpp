#pragma once

#include <perf/segment/TraceRing.hpp>

#include <cstdint>

/// How kind and id of a record are in a chunk.
namespace gantry::perf {

/// A tag is a number with the kind in its lowest bits and the id above them, so that small ids give
/// tags of one byte in the encoding of base/bytes/Varint.hpp.
inline constexpr unsigned kTagKindBits = 3;
/// The stop of the timer that was started last in the same chunk; its id need not be reported.
inline constexpr std::uint64_t kStopInnermost = 7;

constexpr std::uint64_t tagOf(TraceKind kind, std::uint32_t id) noexcept {
    return std::uint64_t{id} << kTagKindBits | static_cast<std::uint32_t>(kind);
}

/// The value of most events has few digits: the lower bytes of its bits are zeros.
constexpr std::uint64_t reversedBytes(std::uint64_t value) noexcept {
    std::uint64_t reversed = 0;
    for (int i = 0; i < 8; ++i, value >>= 8U) {
        reversed = reversed << 8U | (value & 0xffU);
    }
    return reversed;
}

}  // namespace gantry::perf
