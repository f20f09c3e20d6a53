#pragma once

#include <bit>
#include <cstdint>

namespace gantry::perf {

/// Divides the positive numbers into buckets so narrow that any number of a bucket is known to 1 %
/// by the bucket's index. The idea is that of the sketch by Masson, Rim and Lee, "DDSketch: A Fast
/// and Fully-Mergeable Quantile Sketch with Relative-Error Guarantees", PVLDB 12 (2019).
///
/// In place of the logarithm stands f(2^e (1 + s)) = e + P(s), with the cubic P(s) = (6 s^3 - 21
/// s^2 + 50 s) / 35: it meets log2 at both ends of each octave, with one slope on both sides there.
/// P'(s) (1 + s) is nowhere below 10/7, so that a bucket of width 1 / kPerOctave in f is never
/// wider than the factor it may be, at the price of 1 % more buckets than the logarithm would need.
struct QuantileBuckets {
    /// The promise: a value is known to 1 % of itself.
    static constexpr double kRelativeError = 0.01;
    /// Buckets for a factor of two: 7 / (10 ln g), where g = (1 + 0.01) / (1 - 0.01) is the ratio
    /// of the ends of the widest bucket.
    static constexpr double kPerOctave = 34.9988334;
    /// Numbers below this one, the least with all its digits, have no bucket.
    static constexpr double kLeast = 0x1p-1022;
    /// The bucket of the largest finite number; a reader refuses larger ones.
    static constexpr std::uint32_t kLastIndex = 71642;

    /// The bucket of a finite number that is at least kLeast. About 4 ns.
    static std::uint32_t indexOf(double value) noexcept {
        constexpr unsigned kFractionBits = 52;
        constexpr std::uint64_t kFraction = (std::uint64_t{1} << kFractionBits) - 1;
        constexpr std::uint64_t kOne = std::bit_cast<std::uint64_t>(1.0);
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const double s = std::bit_cast<double>((bits & kFraction) | kOne) - 1.0;
        // The exponent as it is stored, at least 1, so that the result is never negative.
        const auto octave = static_cast<double>(static_cast<std::int64_t>(bits >> kFractionBits));
        return static_cast<std::uint32_t>((octave + cubic(s)) * kPerOctave);
    }

    /// The number that stands for a bucket: no number of it is further off than kRelativeError.
    /// Some iterations of Newton's method: for reading, not for recording.
    static double valueOf(std::uint32_t index) noexcept;

    /// P(s) of above, for s from 0 to 1; Horner's scheme.
    static constexpr double cubic(double s) noexcept {
        return ((6.0 / 35.0 * s - 3.0 / 5.0) * s + 10.0 / 7.0) * s;
    }
};

}  // namespace gantry::perf
