#pragma once

#include <perf/segment/AtomicWord.hpp>
#include <perf/segment/TraceRing.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

/// What stands in a segment, byte for byte: docs/formats/segment.md. All of it is plain data in the
/// byte order of the machine; every place is given as an offset from the beginning of the segment
/// in units of 64 bytes, so that a segment means the same wherever it is mapped.
namespace gantry::perf {

/// Raised when a reader of the old version could misread the new one. New record types, and new
/// fields at the end of a record, do not raise it: a reader takes the size of records from the
/// file.
inline constexpr std::uint32_t kSegmentVersion = 1;
inline constexpr std::array<char, 8> kSegmentMagic{'G', 'A', 'N', 'T', 'R', 'Y', 'S', 'G'};
/// Read as another number on a machine of the other byte order.
inline constexpr std::uint32_t kByteOrderMark = 0x01020304U;
inline constexpr std::size_t kPlaceUnit = 64;

/// Stands for "no timer", "no node", "no name".
inline constexpr std::uint32_t kNone = 0xffffffffU;

/// The records of one type that belong together: an array in chunks, the first of firstRecords
/// records and each further one twice as long. Chunks and records never move.
struct StoreHeader {
    static constexpr std::size_t kChunks = 26;

    std::uint32_t recordBytes;
    std::uint32_t firstRecords;
    std::uint32_t size;  ///< records that count; written last
    std::uint32_t reserved;
    std::array<std::uint32_t, kChunks> chunks;  ///< places; 0 where there is none yet
    std::array<std::uint32_t, 2> padding;

    static constexpr std::uint64_t recordsIn(std::uint32_t first, std::size_t chunk) noexcept {
        return std::uint64_t{first} << chunk;
    }
};
static_assert(sizeof(StoreHeader) == 128);

/// A piece of text of any bytes, kept once however often it is used.
struct NameRecord {
    std::uint32_t place;   ///< of its first byte's unit; 0 for the empty name
    std::uint32_t inside;  ///< bytes from there to its first byte
    std::uint32_t length;
    std::uint32_t checksum;  ///< CRC-32 of the bytes
};

/// One measured quantity.
struct MetricRecord {
    std::uint32_t name;
    std::uint32_t unit;
    std::uint32_t source;
    std::uint32_t clock;         ///< ClockKind: how a reader finds the reading of this moment
    std::uint64_t unitsPerTick;  ///< times 2^32; the best known so far
    std::uint64_t startTicks;    ///< a reading, and
    std::uint64_t startNs;       ///< CLOCK_MONOTONIC at the same instant
};

/// Where a reader outside the process finds the present reading of a metric.
enum class ClockKind : std::uint32_t {
    Unknown = 0,  ///< nowhere: a running call counts up to what is on record
    TimeStampCounter = 1,
    Monotonic = 2,
    ThreadCpu = 3,
    ProcessCpu = 4,
};

/// A timer; all but the last are names.
struct TimerEntry {
    std::uint32_t name;
    std::uint32_t type;
    std::uint32_t group;
    std::uint32_t kind;  ///< TimerKind
    std::uint32_t base;  ///< the timer a parameter belongs to, else kNone
    std::uint32_t checksum;
};

/// An event.
struct EventEntry {
    std::uint32_t name;
    std::uint32_t keepsPath;
};

/// A fact about the run: machine, command, context. Both are names.
struct FactRecord {
    std::uint32_t key;
    std::uint32_t value;
};

enum class ThreadState : std::uint32_t { Running = 1, Ended = 2 };

/// The part of one thread, or of several that came one after the other.
struct ThreadRecord {
    std::uint32_t state;  ///< ThreadState
    std::int32_t systemId;
    std::uint64_t cpuNs;        ///< CPU time of the ended threads
    std::uint32_t threads;      ///< how many threads have used it
    std::uint32_t trace;        ///< place of its TraceRing; 0 where it has none
    std::uint64_t lastTicks;    ///< the first metric at the last stop: until then it surely ran
    std::array<char, 32> name;  ///< ends with a zero
    StoreHeader nodes;
    StoreHeader others;  ///< the "(other)" nodes; a reader numbers them behind the nodes
    StoreHeader events;
    StoreHeader misuse;
    StoreHeader sketches;  ///< pages of counts, from which quantiles of events follow
};
static_assert(sizeof(ThreadRecord) == 704);

enum class SegmentState : std::uint32_t {
    Running = 1,
    Ended = 2,  ///< the engine ended; nothing is written any more
};

/// The tables of the whole process, in the order in which they stand in the header.
enum class Table : std::uint32_t { Names, Metrics, Timers, Events, Facts, Threads };
inline constexpr std::size_t kTables = 6;

/// The record types by name with their sizes, so that a segment describes itself.
struct RecordType {
    std::array<char, 24> name;
    std::uint32_t bytes;
    std::uint32_t reserved;
};
inline constexpr std::size_t kRecordTypes = 12;

/// The first bytes of a segment.
struct SegmentHeader {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t byteOrder;
    std::uint32_t headerBytes;
    std::uint32_t state;  ///< SegmentState
    std::int32_t pid;
    std::uint32_t numTypes;
    std::uint64_t processStart;  ///< of the process, in ticks since the system started: tells a pid
                                 ///< from the same one used again
    std::int64_t createdNs;      ///< system clock, ns since 1970 UTC
    std::uint64_t limitBytes;    ///< the segment never grows beyond
    std::uint64_t backedBytes;   ///< bytes that may be touched
    std::uint64_t usedBytes;     ///< bytes given out; at most backedBytes
    std::uint64_t lastNs;        ///< CLOCK_MONOTONIC when the writer last took memory or a reading
    std::int64_t endNs;          ///< system clock at the end, 0 before
    std::uint64_t usesAfterThreadEnd;
    std::uint64_t usesWithoutMemory;
    std::uint64_t
        foldedCalls;  ///< calls that went to an "other" node, or to none, for want of memory
    std::uint64_t untracedThreads;  ///< that were to be traced; there was no memory for a ring
    TraceTrigger trigger;
    std::array<std::uint64_t, 2> reserved;
    std::array<StoreHeader, kTables> tables;
    std::array<RecordType, kRecordTypes> types;
};

}  // namespace gantry::perf
