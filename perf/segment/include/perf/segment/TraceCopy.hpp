#pragma once

#include <perf/segment/Layout.hpp>
#include <perf/segment/StoreView.hpp>
#include <perf/segment/TraceRing.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// How a thread's ring stands. Read without stopping the thread: `records` and `lost` are each
/// right, not of one instant.
struct TraceCounts {
    TraceMode mode = TraceMode::None;  ///< None: the thread has no ring
    std::uint64_t records = 0;         ///< written in all
    std::uint64_t lost = 0;            ///< for want of room
    std::uint64_t waitedNs = 0;        ///< how long the thread waited for room
};

/// Where the ring of a thread stands, in bytes from the segment's begin; 0 where it has none.
/// Throws SegmentError. Where the place contradicts its checksum or lies outside of the segment.
std::uint64_t placeOfRing(SegmentBytes segment, const ThreadRecord& thread);

/// Throws SegmentError. Without looking at the records: a few loads.
TraceCounts countTrace(SegmentBytes segment, const ThreadRecord& thread);

/// Keys of a profile's context. Records of a trace that were lost, for how long threads waited for
/// room in their rings, and threads without one.
inline constexpr const char* kLostRecords = "trace records lost";
inline constexpr const char* kTraceWaits = "trace waits ns";
inline constexpr const char* kUntracedThreads = "threads without a trace";
/// Why records stopped going into the trace's file, and which file they go into.
inline constexpr const char* kTraceProblem = "trace problem";
inline constexpr const char* kTraceFile = "trace file";
/// In which folder another process keeps what it takes out of the rings: drainedFileIn() reports
/// it.
inline constexpr const char* kTraceFolder = "trace folder";
/// Of an archive NAME.gantry: its trace is the file NAME.trace beside it. The value says how much
/// that is.
inline constexpr const char* kTraceBeside = "trace beside";

/// What stood in the ring of one thread at one moment.
///
/// Record i of `records` is record `first + i` of the ring, so two copies of the same ring can be
/// put together by their numbers.
struct TraceCopy {
    TraceMode mode = TraceMode::None;  ///< None: the thread has no ring
    std::uint64_t first = 0;           ///< number of the first record below
    std::uint64_t lost = 0;            ///< of the whole run, for want of room
    /// Records whose checksum is wrong; each is left out, and a Lost record is in its place.
    std::uint64_t damaged = 0;
    std::vector<TraceRecord> records;
};

/// Copies what is in the ring of a thread, while that goes on writing: of a drained ring what was
/// not taken yet, else as much of the latest as was not overwritten meanwhile. Nothing of the ring
/// is trusted. Takes some 2 ns a record. Throws SegmentError or std::bad_alloc.
TraceCopy copyTrace(SegmentBytes segment, const ThreadRecord& thread);

}  // namespace gantry::perf
