#pragma once

#include <perf/clock/ClockReading.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// Turns the times of one rank's clock into those of rank 0: linear between readings, and straight
/// on before the first and after the last. Immutable.
///
///     const ClockMap map(readings, rate, nsPerTick);
///     const std::uint64_t onRank0 = map.reference(ticks);
class ClockMap final {
public:
    /// The clock of rank 0 itself, or one that is shared with it.
    ClockMap() = default;

    /// Readings in any order. Those by which either clock would stand still or run backwards are
    /// left out and counted. With one reading alone the clocks are taken to run at this rate:
    /// reference ticks for each local one. nsPerTick: of the reference.
    ClockMap(std::vector<ClockReading> readings, double rate, double nsPerTick);

    /// Ticks of rank 0.
    [[nodiscard]] std::uint64_t reference(std::uint64_t local) const noexcept;

    /// By how much reference() is off at most, if the clocks ran evenly between readings. Behind
    /// the last reading of several the error of the rate adds up; where there is only one, the rate
    /// may be off by kUnknownDrift.
    [[nodiscard]] double boundNs(std::uint64_t local) const noexcept;

    [[nodiscard]] const std::vector<ClockReading>& readings() const noexcept { return readings_; }
    [[nodiscard]] std::size_t leftOut() const noexcept { return leftOut_; }

    /// A part of 1: clocks of computers differ by some ten parts in a million.
    static constexpr double kUnknownDrift = 100e-6;

private:
    // The first of the two readings between which, or near which, the time is.
    [[nodiscard]] std::size_t segment(std::uint64_t local) const noexcept;

    std::vector<ClockReading> readings_;
    double rate_ = 1;
    double nsPerTick_ = 1;
    std::size_t leftOut_ = 0;
};

}  // namespace gantry::perf
