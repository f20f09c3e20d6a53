#pragma once

#include <perf/model/QuantileBuckets.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gantry::perf {

/// How many values of a series fell where, from which any quantile follows to 1 % of its value. A
/// value that can be merged: the sketch of two series is the same as that of both in one.
///
/// Takes 16 bytes for each bucket in use: 35 for each factor of two between the smallest and the
/// largest magnitude, at most kMaxBuckets for either sign. Beyond that the buckets of the smallest
/// magnitudes become one, and the values that moved are counted; quantiles among them are too
/// large in magnitude.
struct QuantileSketch {
    /// Room for a factor of 2^58 between magnitudes.
    static constexpr std::size_t kMaxBuckets = 2048;

    /// Nobody hands in more values of one magnitude; sums of several such stay in range.
    static constexpr std::uint64_t kMostInBucket = std::uint64_t{1} << 48U;

    struct Bucket {
        std::uint32_t index;  ///< see QuantileBuckets
        std::uint64_t count;

        friend bool operator==(const Bucket&, const Bucket&) = default;
    };

    std::uint64_t zeros = 0;       ///< values of a magnitude below QuantileBuckets::kLeast
    std::uint64_t collapsed = 0;   ///< values that no longer stand in the bucket that is theirs
    std::vector<Bucket> positive;  ///< by index, none empty
    std::vector<Bucket> negative;  ///< by index of the magnitude

    /// Takes a finite value in that many times.
    void add(double value, std::uint64_t times = 1);

    /// Takes a whole other series in.
    void merge(const QuantileSketch& other);

    /// Takes out a series that was the beginning of this one.
    void subtract(const QuantileSketch& beginning);

    /// Whether it can be one: buckets in their order, none empty, not too many, counts in range.
    [[nodiscard]] bool isSound() const noexcept;

    /// Number of values.
    std::uint64_t count() const noexcept;

    /// The value below which the part q (0 to 1) of the values lies, off by at most 1 %; 0 for no
    /// values. The largest value at or below the exact rank: q = 0 is the least value, 1 the
    /// greatest. Cost: one pass over the buckets.
    double quantile(double q) const noexcept;

    friend bool operator==(const QuantileSketch&, const QuantileSketch&) = default;
};

}  // namespace gantry::perf
