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
///
/// An engine fills pages of counts instead (SketchPage.hpp); a reader makes sketches of them. For
/// one thread.
struct QuantileSketch {
    /// Room for a factor of 2^58 between magnitudes.
    static constexpr std::size_t kMaxBuckets = 2048;

    /// Nobody hands in more values of one magnitude; sums of several such stay in range.
    static constexpr std::uint64_t kMostInBucket = std::uint64_t{1} << 48U;

    /// How many values of one magnitude there were.
    struct Bucket {
        std::uint32_t index;  ///< see QuantileBuckets
        std::uint64_t count;

        friend bool operator==(const Bucket&, const Bucket&) = default;
    };

    std::uint64_t zeros = 0;       ///< values of a magnitude below QuantileBuckets::kLeast
    std::uint64_t collapsed = 0;   ///< values that are no longer in the bucket that is theirs
    std::vector<Bucket> positive;  ///< by index, none empty
    std::vector<Bucket> negative;  ///< by index of the magnitude

    /// Adds a finite value that many times. A binary search; a value in a new bucket moves the
    /// buckets behind it.
    void add(double value, std::uint64_t times = 1);

    /// Adds a whole other series. Linear in the number of buckets. Throws std::bad_alloc.
    void merge(const QuantileSketch& other);

    /// Removes a series that was the beginning of this one. Exact as long as neither has collapsed.
    void subtract(const QuantileSketch& beginning);

    /// Whether it can be one: buckets in their order, none empty, not too many, counts in range.
    /// For sketches that were read from a file or from memory that another process writes.
    [[nodiscard]] bool isSound() const noexcept;

    /// Number of values, zeros included; one pass over the buckets.
    std::uint64_t count() const noexcept;

    /// The least value that the part q (0 to 1) of the values does not exceed, off by at most 1 %;
    /// 0 for no values. Always one of the values, also of few: q = 0 is the least, 1 the greatest,
    /// and of 1, 2, 3 and 50 everything above 0.75 is 50. Cost: one pass over the buckets.
    double quantile(double q) const noexcept;

    friend bool operator==(const QuantileSketch&, const QuantileSketch&) = default;
};

}  // namespace gantry::perf
