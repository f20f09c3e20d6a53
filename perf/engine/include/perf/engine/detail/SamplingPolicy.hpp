#pragma once

#include <cstdint>

namespace gantry::perf {

/// For which calls the clock is read. Times are in ticks of the one metric.
///
/// Set once, before threads use it. A budget is kept per timer: of its own exclusive time, or of a
/// sixteenth of its inclusive time where that is more.
struct SamplingPolicy {
    double budget = 0;             ///< part of the time that measuring may take; 0: time all calls
    double pair = 0;               ///< what a timed call adds to the timer around it
    double inside = 0;             ///< the part of that which the call shows for itself
    double untimed = 0;            ///< what a call that is counted only adds to the one around it
    std::uint32_t exactCalls = 0;  ///< of a call path that are timed before any is not
    std::uint64_t seed = 0;        ///< of the random places of timed calls

    /// Timed calls of a sampled call path after which the block is chosen anew.
    static constexpr std::uint32_t kWindow = 128;
    /// blockFor() gives 1, or a power of two from this to kLargestBlock.
    static constexpr std::uint32_t kSmallestBlock = 4;
    static constexpr std::uint32_t kLargestBlock = 1024;

    /// Else every call is timed, and nothing else here is looked at.
    [[nodiscard]] bool on() const noexcept { return budget > 0; }

    /// Of how many calls one is timed: a power of two, 1 for all. inclusive and exclusive: of one
    /// call on average, without what timing it adds. Where all calls fit into the budget: 1. Never
    /// above kLargestBlock, even where that misses the budget.
    [[nodiscard]] std::uint32_t blockFor(double inclusive, double exclusive) const noexcept;
};

}  // namespace gantry::perf
