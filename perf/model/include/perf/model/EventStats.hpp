#pragma once

#include <perf/model/QuantileSketch.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gantry::perf {

/// Running statistics of a series of values, in constant memory. Mean and deviation are computed
/// with updated differences (B. P. Welford, 1962), so a large common offset does not spoil them;
/// two series are merged by the formulas of Chan, Golub and LeVeque (1983). All values in the unit
/// of the series.
struct Moments {
    std::uint64_t count = 0;
    double min = 0;  ///< 0 while count is 0, as all the others
    double max = 0;
    double mean = 0;
    double m2 = 0;          ///< sum of the squared differences from the mean
    double sumSquares = 0;  ///< sum of the squares of the values themselves

    /// Adds one finite value; the caller checks that it is. A division and a few multiplications.
    void add(double value) noexcept {
        min = count == 0 || value < min ? value : min;
        max = count == 0 || value > max ? value : max;
        ++count;
        const double difference = value - mean;
        mean += difference / static_cast<double>(count);
        m2 += difference * (value - mean);
        sumSquares += value * value;
    }

    /// Adds a whole other series: the result is that of both series in one, up to rounding. Either
    /// may be empty.
    void merge(const Moments& other) noexcept;

    /// Takes out a series that was the beginning of this one. Minimum and maximum cannot be rolled
    /// back: they stay those of the whole, or become 0 when nothing is left. The rest is exact up
    /// to rounding; sums of squares that rounding would make negative become 0.
    void subtract(const Moments& beginning) noexcept;

    /// The sum of all values, from mean and count.
    double sum() const noexcept { return mean * static_cast<double>(count); }

    /// Deviation of the values as the whole population; 0 for less than two values.
    double standardDeviation() const noexcept;

    friend bool operator==(const Moments&, const Moments&) = default;
};

/// The values a program passed under one name, in a unit that only the program knows. A value:
/// engines make it from the sums of all threads, files store it, and RankMerger merges it over
/// processes.
struct EventStats : Moments {
    std::string name;  ///< any bytes
    std::string
        path;  ///< "main => foo" for the part that came from one call path; empty for all of them
    /// Empty where no quantiles were asked for. Values handed in at the instant of the snapshot can
    /// be in here and not yet in the count.
    QuantileSketch quantiles{};

    /// As Moments::merge and QuantileSketch::merge; name and path stay those of this object.
    void merge(const EventStats& other);
    /// As Moments::subtract and QuantileSketch::subtract.
    void subtract(const EventStats& beginning);

    /// The least value that the part q (0 to 1) of the values does not exceed, off by at most 1 %
    /// of itself and never outside of minimum and maximum; nothing if no quantiles were recorded.
    std::optional<double> quantile(double q) const noexcept;

    friend bool operator==(const EventStats&, const EventStats&) = default;
};

/// How people see it: "name" or "name : path".
std::string displayName(const EventStats& event);

}  // namespace gantry::perf
