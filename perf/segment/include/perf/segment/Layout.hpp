#pragma once

#include <perf/segment/AtomicWord.hpp>
#include <perf/segment/TraceRing.hpp>
#include <perf/segment/detail/Versioned.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

/// What is in a segment, byte for byte: docs/formats/segment.md. All of it is plain data in the
/// byte order of the machine; every place is given as an offset from the beginning of the segment
/// in units of 64 bytes, so that a segment means the same wherever it is mapped.
namespace gantry::perf {

/// Raised when a reader of the old version could misread the new one. New record types, and new
/// fields at the end of a record, do not raise it: a reader takes the size of records from the
/// file.
inline constexpr std::uint32_t kSegmentVersion = 3;
/// Of a segment in which every call is timed.
inline constexpr std::uint32_t kExactSegmentVersion = 1;
/// Written last into a new header: without it a file is not, or not yet, a segment.
inline constexpr std::array<char, 8> kSegmentMagic{'G', 'A', 'N', 'T', 'R', 'Y', 'S', 'G'};
/// Read as another number on a machine of the other byte order.
inline constexpr std::uint32_t kByteOrderMark = 0x01020304U;
/// Bytes in which places are counted, and to which allocations are rounded up: a cache line, so
/// that the records of different threads do not share one. With 32 bits for a place a segment
/// reaches 256 GiB.
inline constexpr std::size_t kPlaceUnit = 64;

/// Its process holds a lock on the file (F_OFD_SETLK, all of it) while it writes there: without the
/// lock the process is dead, or has become another program.
inline constexpr std::uint32_t kSegmentLocked = 1;
/// Its file system had no memory for it where its limit would have allowed more.
inline constexpr std::uint32_t kSegmentDiskFull = 2;
/// Something did not fit below its limit.
inline constexpr std::uint32_t kSegmentLimitReached = 4;

/// Stands for "no timer", "no node", "no name".
inline constexpr std::uint32_t kNone = 0xffffffffU;

/// The records of one type that belong together: an array in chunks, the first of firstRecords
/// records and each further one twice as long. Chunks and records never move. So 26 chunks hold
/// 2^26 - 1 times firstRecords, and finding a record by its index takes a bit scan. The writer
/// fills a record in, then writes checksummedSize; a reader that loads the size first sees whole
/// records.
///
/// Record i is in the chunk floor(log2(i / firstRecords + 1)).
struct StoreHeader {
    /// More do not fit 32 bits of index, and the header stays two cache lines.
    static constexpr std::size_t kChunks = 26;

    std::uint32_t recordBytes;
    std::uint32_t firstRecords;
    std::uint64_t checksummedSize;  ///< records that count, with their checksum; written last
    std::array<std::uint32_t, kChunks> chunks;  ///< places; 0 where there is none yet
    std::array<std::uint32_t, 2> padding;

    /// Not checked; a reader of bytes that it does not trust uses StoreView.
    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(loadAcquire(checksummedSize));
    }

    /// What checksummedSize is for that many records: the upper half is a checksum of the lower
    /// one, of the two numbers before, and of the places of all chunks that hold so many. 0 for
    /// none.
    [[nodiscard]] std::uint64_t checksummedSizeOf(std::uint32_t records) const noexcept {
        if (records == 0) {
            return 0;
        }
        std::uint64_t mixed = std::uint64_t{recordBytes} << 32U | firstRecords;
        std::uint64_t held = 0;
        for (std::size_t chunk = 0; held < records && chunk < kChunks; ++chunk) {
            mixed = (mixed ^ loadAcquire(chunks[chunk])) * kOdd;
            mixed ^= mixed >> 29U;
            held += recordsIn(firstRecords, chunk);
        }
        return (((mixed ^ std::uint64_t{records} << 16U) * kOdd) & ~std::uint64_t{0xffffffffU}) |
               records;
    }

    /// 2^64 divided by the golden ratio: its products mix well.
    static constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;

    /// Records that a chunk holds, counting chunks from 0.
    static constexpr std::uint64_t recordsIn(std::uint32_t first, std::size_t chunk) noexcept {
        return std::uint64_t{first} << chunk;
    }
};
static_assert(sizeof(StoreHeader) == 128);

/// A piece of text of any bytes, kept once however often it is used. Written once, before the size
/// of its store; the bytes never change. A reader that finds another checksum counts the name as
/// damaged.
struct NameRecord {
    std::uint32_t place;   ///< of its first byte's unit; 0 for the empty name
    std::uint32_t inside;  ///< bytes from there to its first byte
    std::uint32_t length;
    std::uint32_t checksum;  ///< CRC-32 of the bytes
};

/// What a start and stop adds to the timer around it, and to itself, in units of a metric: doubles
/// whose bits are all 0 while that is not known, and -0.0 where it is nothing. inside is the part
/// of the pair that falls between its two readings of the clock and so counts for the timer itself.
struct ProbeOverheadRecord {
    std::uint64_t pair;
    std::uint64_t inside;
};

/// Stands for the pair of a ProbeOverheadRecord that was not as it was written: no number has these
/// bits. In what a reader copied only.
inline constexpr std::uint64_t kDamagedPair = ~std::uint64_t{0};

/// Parts of a unit in which MetricRecord::untimedOverhead is given.
inline constexpr double kUntimedParts = 1024;

/// One measured quantity. The first three are names. A value in units is ticks * unitsPerTick /
/// 2^32. There are 1 to 16, in the order of the values of a node. Written once but for unitsPerTick
/// and probeOverhead, which are made better while the program runs.
struct MetricRecord {
    std::uint32_t name;
    std::uint32_t unit;
    std::uint32_t source;
    std::uint32_t clock;       ///< ClockKind: how a reader finds the reading of this moment
    std::uint64_t startTicks;  ///< a reading, and
    std::uint64_t startNs;     ///< CLOCK_MONOTONIC at the same instant
    /// What a call that is not timed adds to the timer around it, in parts of a unit; 0 where every
    /// call is timed.
    std::uint32_t untimedOverhead;
    std::uint32_t checksum;  ///< of what stands before
    std::uint64_t
        unitsPerTick;  ///< times 2^32, the best known so far; in a segment a checksummedCount
    Versioned<ProbeOverheadRecord> probeOverhead;
};

/// Where a reader outside the process finds the present reading of a metric. The numbers are part
/// of the format. A number that a reader does not know is Unknown to it.
enum class ClockKind : std::uint32_t {
    Unknown = 0,  ///< nowhere: a running call counts up to what is on record
    TimeStampCounter = 1,
    Monotonic = 2,
    ThreadCpu = 3,
    ProcessCpu = 4,
};

/// A timer; the first three are names. Written once but for the flags; its index in the table is
/// the timer's number in nodes and trace records. Its checksum is over name, type, group, kind and
/// base.
struct TimerEntry {
    std::uint32_t name;
    std::uint32_t type;
    std::uint32_t group;
    std::uint32_t kind;  ///< TimerKind
    std::uint32_t base;  ///< the timer a parameter belongs to, else kNone
    std::uint32_t checksum;
    std::uint64_t flags;  ///< TimerMarks, a checksummedCount that belongs to the checksum
};

/// Bits of TimerEntry::flags.
enum TimerMark : std::uint32_t {
    kTimerThrottled = 1,    ///< switched off for what measuring it costs
    kTimerMayStayOpen = 2,  ///< runs until the end of its thread without a mistake
    kTimerIsOther = 4,      ///< takes the calls of all timers that did not fit
};

/// An event. Its name, and whether (1) or not (0) values are kept for each call path. Its index in
/// the table is the event's number.
struct EventEntry {
    std::uint32_t name;
    std::uint32_t keepsPath;
    std::uint32_t reserved;
    std::uint32_t checksum;
};

/// A fact about the run: machine, command, context. Both are names. Written once.
struct FactRecord {
    std::uint32_t key;
    std::uint32_t value;
    std::uint32_t reserved;
    std::uint32_t checksum;
};

/// A thread of a process that was killed stays Running for ever; see SegmentFile::isLive(). Of the
/// thread that used the part last.
enum class ThreadState : std::uint32_t { Running = 1, Ended = 2 };

/// Which thread uses a part, and what is known of those that have used it before. Changes when a
/// thread begins, ends or gets a name.
struct ThreadLife {
    std::uint32_t state;  ///< ThreadState
    /// As gettid() gave it; of the last thread that used the part.
    std::int32_t systemId;
    std::uint64_t cpuNs;    ///< CPU time of the ended threads
    std::uint32_t threads;  ///< how many threads have used it; 0: none, and it is empty
    std::uint32_t reserved;
    std::array<char, 32> name;  ///< ends with a zero
};
static_assert(sizeof(ThreadLife) == 56);

/// The part of one thread, or of several that came one after the other.
///
/// The writer is the thread that uses the part, or, between two of them, nobody. Only `nodes` and
/// `others` refer to each other.
struct ThreadRecord {
    Versioned<ThreadLife> life;
    /// The first metric at the last start or stop, as checksummedTicks: until then it surely ran.
    std::uint64_t lastTicks;
    std::uint64_t trace;  ///< checksummedCount: place of its TraceRing; 0 where it has none
    StoreHeader nodes;
    StoreHeader others;  ///< the "(other)" nodes; a reader numbers them behind the nodes
    StoreHeader events;
    StoreHeader misuse;
    StoreHeader sketches;  ///< pages of counts, from which quantiles of events follow
};
static_assert(sizeof(ThreadRecord) == 776);

/// A program that was killed stays Running: the lock, not the state, says whether it lives.
enum class SegmentState : std::uint32_t {
    Running = 1,
    Ended = 2,  ///< the engine ended; nothing is written any more
};

/// The tables of the whole process, in the order in which they are in the header. The numbers are
/// part of the format.
enum class Table : std::uint32_t { Names, Metrics, Timers, Events, Facts, Threads };
inline constexpr std::size_t kTables = 6;

/// The record types by name with their sizes, so that a segment describes itself. A reader finds
/// the size of a type here, and skips what it does not know at the end of a record.
struct RecordType {
    std::array<char, 24> name;
    std::uint32_t bytes;
    std::uint32_t reserved;
};
inline constexpr std::size_t kRecordTypes = 12;

/// The first bytes of a segment.
///
/// Fields that are written once are under `checksum`; those that change are single words that carry
/// a checksum of their own, or counts whose damage does no harm. Any thread of the process adds to
/// the counters.
struct SegmentHeader {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t byteOrder;
    std::uint32_t headerBytes;
    std::uint32_t state;  ///< SegmentState
    std::int32_t pid;
    std::uint32_t numTypes;
    std::uint64_t processStart;        ///< of the process, in ticks since the system started:
                                       ///< distinguishes a pid from the same one used again
    std::int64_t createdNs;            ///< system clock, ns since 1970 UTC
    std::uint64_t limitBytes;          ///< the segment never grows beyond
    std::uint64_t backedBytes;         ///< bytes that may be touched
    std::uint64_t usedBytes;           ///< bytes given out; at most backedBytes
    std::int64_t endNs;                ///< system clock at the end, 0 before
    std::uint64_t usesAfterThreadEnd;  ///< this and the next two are checksummedCounts
    std::uint64_t usesWithoutMemory;
    std::uint64_t foldedCalls;  ///< calls that went to an "other" node for want of memory or depth
    std::uint32_t checksum;     ///< of all that is written once, see segment.md
    std::uint32_t flags;        ///< kSegmentLocked and the two after it
    /// CLOCK_MONOTONIC in ns when the writer last took memory.
    Versioned<std::uint64_t> lastNs;
    std::uint64_t
        usesInHandlers;  ///< checksummedCount; by handlers inside a use without a thread part
    std::uint64_t
        untracedThreads;  ///< checksummedCount; were to be traced, without memory for a ring
    TraceTrigger trigger;
    std::uint64_t otherTimers;  ///< checksummedCount: registrations of timers that did not fit
    std::uint64_t otherEvents;  ///< checksummedCount: registrations of events that did not fit
    std::array<StoreHeader, kTables> tables;
    std::array<RecordType, kRecordTypes> types;
};

}  // namespace gantry::perf
