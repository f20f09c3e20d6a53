#pragma once

#include <perf/model/EventStats.hpp>

#include <bit>
#include <cstdint>

namespace gantry::perf {

/// What is kept of a series of values while it grows: extremes, and sums of the differences from a
/// centre near their mean. Taking a value in costs no division, and no step waits for more than one
/// addition of the step before.
///
/// The centre is the first value and becomes the mean whenever the number of values has doubled.
/// Then at most as many values as it is the mean of have come since, so the squares about it are at
/// most twice those about the mean of all: the difference of the two, from which the deviation
/// follows, loses no more than a bit, however far the values are from zero. Figures of a single
/// thread's record, so nothing here is atomic: EventRecord copies the words in and out.
struct EventSums {
    double min;
    double max;
    double centre;
    double sum;      ///< of the differences from the centre
    double squares;  ///< of the same

    /// The sums of one value, which is its own centre.
    static EventSums beginningWith(double value) noexcept { return {value, value, value, 0, 0}; }

    /// Takes a finite value in.
    void add(double value) noexcept {
        const double difference = value - centre;
        min = value < min ? value : min;
        max = value > max ? value : max;
        sum += difference;
        squares += difference * difference;
    }

    /// Makes the mean of that many values the centre. Where that is not a finite number all stays.
    /// count is above 0 and the number of values taken in. The squares never become negative by
    /// rounding.
    void recentre(std::uint64_t count) noexcept;

    /// The statistics of that many values, from which further series can be merged. Where the sums
    /// have left the range of numbers the mean is in the middle of the extremes.
    Moments moments(std::uint64_t count) const noexcept;

    /// All words as one, for a checksum: each bit of each changes one bit of it. Not a hash: the
    /// checksum's multiplication, in VersionWord::of(), comes after it.
    std::uint64_t mixed() const noexcept {
        return (std::bit_cast<std::uint64_t>(min) ^
                std::rotl(std::bit_cast<std::uint64_t>(max), 17)) ^
               (std::rotl(std::bit_cast<std::uint64_t>(centre), 34) ^
                std::rotl(std::bit_cast<std::uint64_t>(sum), 51)) ^
               std::rotl(std::bit_cast<std::uint64_t>(squares), 5);
    }
};

}  // namespace gantry::perf
