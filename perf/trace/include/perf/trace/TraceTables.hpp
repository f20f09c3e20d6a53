#pragma once

#include <perf/model/TimerInfo.hpp>
#include <perf/segment/StoreView.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::perf {

/// How the ticks of a trace become units.
struct TraceClock {
    std::string name;  ///< of the metric
    std::string unit;
    std::uint64_t unitsPerTick = 0;  ///< times 2^32
    std::uint64_t startTicks = 0;    ///< a reading when the measurement began, and
    std::int64_t startUtcNs = 0;     ///< the system clock then

    /// Units since the measurement began; 0 for what was before.
    [[nodiscard]] std::int64_t since(std::uint64_t ticks) const noexcept;

    friend bool operator==(const TraceClock&, const TraceClock&) = default;
};

/// A thread, or several that followed each other, as far as it was known when the table was made.
struct TraceThread {
    std::int32_t systemId = 0;
    std::string name;
    bool traced = true;         ///< false: there was no memory for it
    bool ended = false;         ///< no thread runs in it any more
    std::uint64_t records = 0;  ///< written in all
    std::uint64_t lost = 0;     ///< for which there was no room

    friend bool operator==(const TraceThread&, const TraceThread&) = default;
};

/// What the numbers in records stand for. Parts of it may follow each other: a later one adds, and
/// replaces what it names again.
struct TraceTables {
    std::map<std::uint32_t, TimerInfo> timers;
    std::map<std::uint32_t, std::string> events;
    std::map<std::uint32_t, TraceThread> threads;
    std::optional<TraceClock> clock;

    void add(TraceTables later);

    friend bool operator==(const TraceTables&, const TraceTables&) = default;
};

/// Of a segment: its clock, all its threads, and the timers and events from these numbers on.
/// Throws SegmentError.
TraceTables readTables(SegmentBytes segment, std::uint32_t firstTimer = 0,
                       std::uint32_t firstEvent = 0);

/// As a whole chunk.
std::string encodeTables(const TraceTables& tables);

/// The tables of a whole chunk of that kind. Throws TraceError where it cannot be as it says.
TraceTables decodeTables(std::string_view chunk);

}  // namespace gantry::perf
