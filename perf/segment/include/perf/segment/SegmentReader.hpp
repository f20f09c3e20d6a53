#pragma once

#include <perf/model/Profile.hpp>
#include <perf/segment/Capture.hpp>
#include <perf/segment/Layout.hpp>
#include <perf/segment/StoreView.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// The name of the thread that uses a part, without its end mark.
inline std::string threadName(const ThreadLife& life) {
    return {life.name.begin(), std::find(life.name.begin(), life.name.end(), '\0')};
}

/// A thread that measures and has not ended.
struct LivingThread {
    std::uint32_t id = 0;       ///< as ThreadProfile::id
    std::int32_t systemId = 0;  ///< the system's number of it
};

/// Reads a segment, of this process or another, running or ended, into plain values. Nothing in the
/// segment is trusted: what is damaged is left out and counted, and what cannot be read at all is
/// a SegmentError. The writer is neither stopped nor told.
class SegmentReader final {
public:
    /// bytes stay where they are as long as the reader, and as many of them can be touched. Throws
    /// SegmentError. Checks the header: magic, byte order, version, checksum. Copies nothing, so
    /// that it costs little to make one for each reading.
    explicit SegmentReader(SegmentBytes bytes);

    /// Mapped memory: words in it change while the process runs.
    [[nodiscard]] const SegmentHeader& header() const noexcept { return *header_; }
    /// Their unitsPerTick as a plain number. Throws SegmentError where one is damaged.
    [[nodiscard]] std::vector<MetricRecord> metrics() const;

    /// The facts noted by now, in their order. Throws SegmentError.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> facts() const;

    /// The threads that have not ended, as far as the segment says; those of a process that was
    /// killed never do. Throws SegmentError.
    [[nodiscard]] std::vector<LivingThread> livingThreads() const;

    /// Threads that measured, living or not, by the parts that one thread alone has used: who used
    /// a part that was taken over is not known any more. Throws SegmentError.
    [[nodiscard]] std::vector<LivingThread> knownThreads() const;

    /// The latest moment the segment knows of, by CLOCK_MONOTONIC in ns: the last stop, start or
    /// growth; where the first metric is not a clock of real time, the last growth. Throws
    /// SegmentError where metrics or threads cannot be read.
    [[nodiscard]] std::uint64_t lastKnownNs() const;

    /// The call paths of all threads: one consistent picture. The memory of an earlier one is used
    /// again. Throws SegmentError where the metrics or the list of threads cannot be read; a
    /// thread's own store that cannot is left out. floors: where given, no value is less than in an
    /// earlier picture with them; their mutex is taken.
    [[nodiscard]] std::vector<ThreadCapture> capture(const MetricReadings& readings,
                                                     std::vector<ThreadCapture> reuse = {},
                                                     LiveFloors* floors = nullptr) const;

    /// A profile as of one moment, and how far it can be trusted.
    struct Reading {
        Profile profile;
        /// Records and stores whose checksum is wrong; left out, and told in profile.partial.
        std::uint64_t damaged = 0;
    };
    /// Everything: timers, threads, events, misuse, facts. countOpen adds each timer that still
    /// runs to the misuse as left open. Throws SegmentError where names, metrics, timers, or the
    /// list of threads cannot be read. floors: as for capture().
    ///
    /// Values are in units, rounded down. Parents are raised to the sum of their children where
    /// conversion or damage left them less. Costs the capture, and allocations for every node,
    /// timer and event: for a report, not for a loop that queries one timer, for which TimerIndex
    /// is made.
    [[nodiscard]] Reading read(const MetricReadings& readings, bool countOpen,
                               LiveFloors* floors = nullptr) const;

private:
    [[nodiscard]] StoreView table(Table table, std::size_t recordBytes) const;

    SegmentBytes bytes_;
    const SegmentHeader* header_;
};

/// Ticks in units, rounded down; 0 for a negative number of ticks. unitsPerTick is times 2^32. The
/// product has 128 bits and does not overflow; what does not fit into 63 bits is cut off.
std::int64_t unitsOf(std::uint64_t ticks, std::uint64_t unitsPerTick) noexcept;

/// How the timer is called that takes the calls for which there was no memory.
inline constexpr const char* kOtherName = "(other)";
/// Its number in node records.
inline constexpr std::uint32_t kOtherTimer = kNone - 1;

}  // namespace gantry::perf
