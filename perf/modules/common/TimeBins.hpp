#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "FileRecord.hpp"
#include "RegionRecords.hpp"

namespace gantry::io {

/// What a module of files read and wrote over time: bins of 10 ms at first, which double in width
/// as the run goes on, so that a run of any length has some hundred of them. A bin is a record of
/// the region `io_bins`, which all modules of a process share; only bins with an access exist.
///
/// Any thread and any signal handler may count at any time: no lock, and the bin of a moment
/// depends on that moment alone.
class TimeBins final {
public:
    static constexpr std::int64_t kFirstWidthNs = 10'000'000;
    /// Bins of the first width, and of each further width.
    static constexpr std::uint32_t kFirstBins = 64;
    static constexpr std::uint32_t kBinsOfWidth = kFirstBins / 2;
    static constexpr std::uint32_t kWidths = 26;  ///< 248 days
    static constexpr std::uint32_t kBins = kFirstBins + (kWidths - 1) * kBinsOfWidth;

    /// A bin by its number: when it begins and how long it is, in ns since the first one began.
    struct Span {
        std::int64_t begin;
        std::int64_t width;
    };

    /// The bin of a moment; what is before the first bin belongs to it, what is after the last one
    /// to that.
    static constexpr std::uint32_t binOf(std::int64_t ns) noexcept {
        const std::uint64_t units =
            ns < 0 ? 0 : static_cast<std::uint64_t>(ns) / static_cast<std::uint64_t>(kFirstWidthNs);
        if (units < kFirstBins) {
            return static_cast<std::uint32_t>(units);
        }
        const auto doublings = static_cast<std::uint32_t>(std::bit_width(units / kFirstBins));
        if (doublings >= kWidths) {
            return kBins - 1;
        }
        return kFirstBins + (doublings - 1) * kBinsOfWidth +
               static_cast<std::uint32_t>(units >> doublings) - kBinsOfWidth;
    }
    static constexpr Span spanOf(std::uint32_t bin) noexcept {
        if (bin < kFirstBins) {
            return {bin * kFirstWidthNs, kFirstWidthNs};
        }
        const std::uint32_t doublings = (bin - kFirstBins) / kBinsOfWidth + 1;
        const std::uint32_t place = (bin - kFirstBins) % kBinsOfWidth + kBinsOfWidth;
        const std::int64_t width = kFirstWidthNs << doublings;
        return {place * width, width};
    }

    constexpr TimeBins() noexcept = default;

    /// Once, before anything is counted: takes memory, and begins the first bin now. module: must
    /// stay. False where there is no memory: then nothing is counted.
    bool begin(const char* module, std::int64_t nowNs) noexcept;

    /// In a forked child: its memory is its own after this, and nothing was counted yet. The bins
    /// stay where they were.
    void resume() noexcept;

    /// An access that succeeded. One that lasts longer than its bin is spread over the bins evenly,
    /// and its call is counted in the first one.
    void count(const Access& access) noexcept {
        if (records_) {
            const std::uint32_t first = binOf(access.begunNs - startNs_);
            if (access.endedNs - startNs_ <= spanOf(first).begin + spanOf(first).width) [[likely]] {
                add(first, access, access.bytes, access.endedNs - access.begunNs, 1);
            } else {
                spread(first, access);
            }
        }
    }

private:
    void spread(std::uint32_t first, const Access& access) noexcept;
    // NOLINTNEXTLINE(readability-function-size): the parts of one access
    void add(std::uint32_t bin, const Access& access, std::uint64_t bytes, std::int64_t ns,
             std::int64_t calls) noexcept;
    std::uint32_t recordOf(std::uint32_t bin) noexcept;
    bool takeRegion() noexcept;

    const char* module_ = nullptr;
    std::int64_t startNs_ = 0;
    RegionRecords records_;
    /// The index of each bin's record plus 1; 0: none yet.
    std::array<std::atomic<std::uint32_t>, kBins> made_{};
};

}  // namespace gantry::io
