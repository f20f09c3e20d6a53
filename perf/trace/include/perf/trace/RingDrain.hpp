#pragma once

#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/TraceEncoder.hpp>
#include <perf/trace/TraceFile.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace gantry::perf {

/// Moves the records of a segment from its rings, which must be in mode Drain, to a trace file, one
/// sweep at a time. A segment must have only one drain, since the drain alone advances the tails
/// of the rings. The contents of the segment are not trusted. If the file cannot be written any
/// more, the drain stops taking records: the rings fill up and count what they lose. For one thread
/// at a time.
///
///     RingDrain drain(file);
///     while (running) { drain.sweep(bytes, false); wait(); }
///     drain.end(bytes);
class RingDrain final {
public:
    /// Bounds of the time between two sweeps; callers wait longer while the rings fill slowly.
    static constexpr std::chrono::microseconds kLeastWait{100};
    static constexpr std::chrono::microseconds kMostWait{3200};

    /// Creates the file, or empties it. Throws TraceError if that fails.
    explicit RingDrain(const std::filesystem::path& file);

    /// Looks at every ring once. `segment` is mapped for writing; its address and size may differ
    /// from those of the last sweep. Takes the records of a ring that is a quarter full, holds
    /// 16384 records or was not emptied for a second; with `all` of every ring. Returns true if a
    /// ring was a quarter full, so that the next sweep should follow at once. Throws SegmentError
    /// if the segment is damaged or has grown beyond the mapped end. An error of the file is not
    /// thrown: see problem().
    bool sweep(std::span<std::byte> segment, bool all);

    /// Takes all records and appends the end chunk. To be called once, last. Throws SegmentError,
    /// as sweep() does.
    void end(std::span<std::byte> segment);

    /// Why the drain stopped writing; empty while it works.
    [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
    /// The number of records written so far.
    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
    [[nodiscard]] const TraceFile& file() const noexcept { return file_; }

private:
    // The rings by thread number: where each stands, and when records were last taken from it.
    struct Ring {
        std::uint64_t place = 0;  ///< in bytes; 0 where there is none yet
        std::chrono::steady_clock::time_point taken{};
        std::uint64_t waitedNs = 0;  ///< by the thread, as far as the file says so
    };

    // The parts of a sweep. Each may throw TraceError, which sweep() keeps as the problem.
    bool look(std::span<std::byte> segment, bool all);
    void findRings(std::span<std::byte> segment);
    // The records of one ring as chunks; moves its tail only when they are in the file.
    bool take(std::span<std::byte> segment, std::uint32_t thread, bool all);
    void writeTables(std::span<std::byte> segment, bool always);
    // How long the thread has waited for room since the last piece of its records.
    void writeWait(std::uint32_t thread, std::uint64_t waitedNs, const TraceCopy& copy);

    TraceFile file_;
    TraceEncoder encoder_;
    std::vector<Ring> rings_;
    // How many of each are in the file's tables: later tables repeat none of them.
    std::uint32_t timers_ = 0;
    std::uint32_t events_ = 0;
    std::uint64_t records_ = 0;
    // The description of the kinds is in the file; the first tables are.
    bool described_ = false;
    bool begun_ = false;
    std::string problem_;
};

}  // namespace gantry::perf
