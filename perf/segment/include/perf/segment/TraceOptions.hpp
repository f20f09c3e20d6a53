#pragma once

#include <perf/segment/TraceRing.hpp>

#include <cstddef>
#include <string_view>

namespace gantry::perf {

/// What is kept of every start, stop and event, beside the sums of the profile.
struct TraceOptions {
    TraceMode mode = TraceMode::None;
    /// Memory of one thread's ring, of 16 bytes for each record; rounded down to a power of two.
    std::size_t ringBytes = std::size_t{1} << 20U;

    friend bool operator==(const TraceOptions&, const TraceOptions&) = default;
};

/// Bounds of ringBytes in parseTraceOptions().
inline constexpr std::size_t kLeastRing = std::size_t{1} << 10U;
inline constexpr std::size_t kLargestRing = std::size_t{1} << 32U;

/// Reads "latest" or "drain", with ":SIZE" of a ring behind it where wanted: bytes, or with KiB,
/// MiB or GiB (the last two letters may be left out); an empty text is not a trace. Throws
/// std::invalid_argument that says what it takes. An empty text gives TraceMode::None. The engine
/// rounds the size down to a power of two; this does not.
TraceOptions parseTraceOptions(std::string_view text);

}  // namespace gantry::perf
