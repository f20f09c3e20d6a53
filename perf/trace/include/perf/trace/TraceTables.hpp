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

/// Converts the ticks of a trace to the unit of the first metric. A tick is that of the engine's
/// clock, often the time stamp counter of the processor, so the factor is a fixed-point number:
/// multiplied with 128 bits, without the rounding of a double.
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

/// What the numbers in records stand for: timers, events and threads by their number. A trace may
/// hold several tables, since names appear while it is recorded; a later table adds to the earlier
/// ones and replaces the entries it repeats. Tables are small beside the records: one entry for
/// each timer, event and thread.
///
///     TraceTables all;
///     for (const std::string& chunk : chunks) { all.add(decodeTables(chunk)); }
struct TraceTables {
    std::map<std::uint32_t, TimerInfo> timers;
    std::map<std::uint32_t, std::string> events;
    std::map<std::uint32_t, TraceThread> threads;
    std::optional<TraceClock> clock;

    /// Adds the entries of a later table, which win over those with the same number.
    void add(TraceTables later);

    friend bool operator==(const TraceTables&, const TraceTables&) = default;
};

/// Reads the tables of a segment: its clock, all threads, and the timers and events from these
/// numbers on. The program may go on adding entries. A timer whose entry is damaged is named
/// "(damaged timer NUMBER)". Throws SegmentError if the segment itself is damaged. Copies all
/// names: the segment may go afterwards.
TraceTables readTables(SegmentBytes segment, std::uint32_t firstTimer = 0,
                       std::uint32_t firstEvent = 0);

/// The tables as a whole chunk of kind Tables, compressed if that makes it smaller.
std::string encodeTables(const TraceTables& tables);

/// The tables of a chunk that is whole and of kind Tables. Throws TraceError with Kind::Damaged if
/// the payload is cut or has an unknown entry, and as payloadOf() does.
TraceTables decodeTables(std::string_view chunk);

}  // namespace gantry::perf
