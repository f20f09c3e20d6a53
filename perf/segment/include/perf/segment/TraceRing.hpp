#pragma once

#include <perf/segment/AtomicWord.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// What one record of a trace says. docs/formats/segment.md has them in words.
enum class TraceKind : std::uint32_t {
    Start = 1,   ///< a timer's call began; id: timer
    Stop = 2,    ///< it ended
    Event = 3,   ///< an event was triggered; id: event. Its value is the next record.
    Value = 4,   ///< id: event; the bits of the value replace the time
    Lost = 5,    ///< id: how many records there was no room for, the first of them at that time
    Thread = 6,  ///< a thread begins to use this ring; id: its system id
};
/// A record with a larger kind is not whole.
inline constexpr std::uint32_t kLastTraceKind = 6;

/// One record of a trace: 16 bytes, plain data. The bits of `what`: 0-31 the id, 32-35 the kind,
/// 36-63 a checksum of all of it and of the record's number, so that what an older lap left in its
/// place, or damage, is never taken for it.
///
/// A value takes two records, as its double needs all of `time`. A stop that ends inner calls, too,
/// is one record for each of them.
///
///     const TraceRecord made = TraceRecord::make(TraceKind::Start, timer, ticks, number);
///     made.isWhole(number);        // true
///     made.isWhole(number + 1);    // false: of another lap
struct TraceRecord {
    std::uint64_t time;  ///< reading of the first metric, in ticks: the very one of the profile
    std::uint64_t what;

    /// Means something only where isWhole(), as kind().
    [[nodiscard]] std::uint32_t id() const noexcept { return static_cast<std::uint32_t>(what); }
    [[nodiscard]] TraceKind kind() const noexcept {
        return static_cast<TraceKind>(what >> 32U & 15U);
    }

    /// number: of the record in its ring, counted from 0 over all laps. A rotation, a
    /// multiplication: it is on the way of every start and stop.
    static constexpr TraceRecord make(TraceKind kind, std::uint32_t id, std::uint64_t time,
                                      std::uint64_t number) noexcept {
        const std::uint64_t plain = std::uint64_t{static_cast<std::uint32_t>(kind)} << 32U | id;
        return {time, plain | checkOf(plain, time, number)};
    }

    /// Whether this is record `number` of its ring, as it was written. 28 bits of checksum: of
    /// damaged records one in 268 million passes.
    [[nodiscard]] bool isWhole(std::uint64_t number) const noexcept {
        const std::uint64_t plain = what & kPlain;
        const auto kindBits = static_cast<std::uint32_t>(plain >> 32U);
        return (what & ~kPlain) == checkOf(plain, time, number) && kindBits >= 1 &&
               kindBits <= kLastTraceKind;
    }

    friend bool operator==(const TraceRecord&, const TraceRecord&) = default;

private:
    // The bits of `what` that are not checksum.
    static constexpr std::uint64_t kPlain = (std::uint64_t{1} << 36U) - 1;

    // The upper bits of a product with an odd constant depend on all bits below them.
    static constexpr std::uint64_t checkOf(std::uint64_t plain, std::uint64_t time,
                                           std::uint64_t number) noexcept {
        constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
        return (time ^ std::rotl(plain, 13) ^ std::rotl(number, 47)) * kOdd & ~kPlain;
    }
};
static_assert(sizeof(TraceRecord) == 16);

/// What becomes of records when a ring is full. The numbers are part of the format.
enum class TraceMode : std::uint32_t {
    None = 0,
    Latest = 1,  ///< the oldest are overwritten
    Drain = 2,   ///< they stay until they were taken; what comes meanwhile is lost, and counted
};

/// The trace of one thread, in the segment: records in a ring, numbered from 0 on. Only the thread
/// writes the first half, only who takes records or freezes the ring the second. The two halves are
/// in different cache lines, so that a reader's writes do not slow the thread down.
struct TraceRing {
    std::uint64_t head;  ///< records written; written after the record
    std::uint64_t lost;  ///< records for which there was no room
    /// A place as Layout.hpp counts them, in units of 64 bytes.
    std::uint32_t records;       ///< place of the first; 0 where there was no memory for any
    std::uint32_t capacityLog2;  ///< the ring has 2^this records
    std::uint32_t mode;          ///< TraceMode
    std::uint32_t reserved;
    std::uint64_t waitedNs;  ///< how long the thread waited for room, all together
    std::uint64_t padding[3];

    // kNoLimit in mode Latest until the ring is frozen; tail + capacity in mode Drain.
    std::uint64_t limit;  ///< the head does not go beyond; looked at after an eighth of the ring
    std::uint64_t tail;   ///< those before it were taken
    std::uint64_t padding2[6];

    /// Record n is at index n modulo this.
    [[nodiscard]] std::uint64_t capacity() const noexcept {
        return std::uint64_t{1} << capacityLog2;
    }
};
static_assert(sizeof(TraceRing) == 128);

/// When threads freeze their rings by themselves; in the header of the segment. Who watches the
/// program writes all but the count. A thread that finds such a value sets its own limit half a lap
/// further, so that what came before and after it stays. Only the threads of the program add to the
/// count, and only a watcher writes the rest; each field is one word, so that neither waits for the
/// other.
struct TraceTrigger {
    std::uint32_t event;  ///< 1 + the number of an event; 0: none
    std::uint32_t reserved;
    std::uint64_t above;  ///< bits of a double: a value above it is the trigger
    std::uint64_t count;  ///< how often that was so
};

/// No ring has more records than 2 to this.
inline constexpr std::uint32_t kMostRingLog2 = 40;

/// A limit that is never reached. Of a ring in mode Latest that is not frozen.
inline constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

}  // namespace gantry::perf
