#pragma once

#include <perf/segment/TraceRing.hpp>

#include <chrono>
#include <cstddef>
#include <string_view>

namespace gantry::perf {

/// What is kept of every start, stop and event, beside the sums of the profile.
struct TraceOptions {
    TraceMode mode = TraceMode::None;
    /// Memory of one thread's ring, of 16 bytes for each record; rounded down to a power of two.
    std::size_t ringBytes = std::size_t{1} << 20U;
    /// Mode Drain: a thread whose ring is full waits until records were taken out of it, instead of
    /// losing what it measures. The waiting is inside the calls that are running.
    bool waits = false;
    /// After so long without any record taken, the drainer is taken for dead: the thread goes on
    /// and loses records, until some are taken again.
    std::chrono::milliseconds patience{2000};

    friend bool operator==(const TraceOptions&, const TraceOptions&) = default;
};

/// Bounds of ringBytes in parseTraceOptions().
inline constexpr std::size_t kLeastRing = std::size_t{1} << 10U;
inline constexpr std::size_t kLargestRing = std::size_t{1} << 32U;

/// Reads "latest", "drain" or "full" (drain with waits), with ":SIZE" of a ring behind it where
/// wanted: bytes, or with KiB, MiB or GiB (the last two letters may be left out). The default size
/// is 1 MiB for latest and 4 MiB otherwise: a ring must hold what comes between two looks of the
/// drainer. Throws std::invalid_argument that says what it takes. An empty text gives
/// TraceMode::None. The engine rounds the size down to a power of two; this does not.
TraceOptions parseTraceOptions(std::string_view text);

}  // namespace gantry::perf
