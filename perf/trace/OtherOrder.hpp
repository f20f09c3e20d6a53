#pragma once

#include <perf/trace/TraceChunk.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gantry::perf {

/// The size of the whole chunk of the other byte order at the begin of the bytes; 0 if there is
/// none. Reads its payload for the checksum.
std::size_t otherOrderChunk(std::string_view bytes) noexcept;

/// The bytes of a number in the other order.
constexpr std::uint32_t swapped(std::uint32_t value) noexcept {
    return __builtin_bswap32(value);
}

}  // namespace gantry::perf
