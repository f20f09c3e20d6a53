#pragma once

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

/// The work of who drains a segment: takes the records out of its rings, whose mode is Drain, and
/// appends them to a trace file, look by look. Nothing of the segment is trusted. Where the file
/// cannot be written any more, it stops taking: the rings then fill, and what is lost is counted
/// in them. For one thread at a time.
class RingDrain final {
public:
    /// How long to wait until the next look: the longer while the rings fill slowly.
    static constexpr std::chrono::microseconds kLeastWait{100};
    static constexpr std::chrono::microseconds kMostWait{3200};

    /// Throws TraceError where the file cannot be made.
    explicit RingDrain(const std::filesystem::path& file);

    /// A look at the segment, which is mapped to be written and may have moved or grown since the
    /// last one. Takes what is worth it, or all there is. Returns whether a ring filled so fast
    /// that the next look should come at once. Throws SegmentError where the segment is damaged, or
    /// has grown behind the end that was mapped.
    bool sweep(std::span<std::byte> segment, bool all);

    /// Takes all there is, and ends the file. Throws SegmentError.
    void end(std::span<std::byte> segment);

    /// Why nothing is written any more; else empty.
    [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
    /// Records taken so far.
    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
    [[nodiscard]] const TraceFile& file() const noexcept { return file_; }

private:
    struct Ring {
        std::uint64_t place = 0;  ///< in bytes; 0 where there is none yet
        std::chrono::steady_clock::time_point taken{};
    };

    bool look(std::span<std::byte> segment, bool all);
    void findRings(std::span<std::byte> segment);
    bool take(std::span<std::byte> segment, std::uint32_t thread, bool all);
    void writeTables(std::span<std::byte> segment, bool always);

    TraceFile file_;
    TraceEncoder encoder_;
    std::vector<Ring> rings_;
    std::uint32_t timers_ = 0;
    std::uint32_t events_ = 0;
    std::uint64_t records_ = 0;
    bool begun_ = false;
    std::string problem_;
};

}  // namespace gantry::perf
