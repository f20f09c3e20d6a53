#pragma once

#include <perf/model/QuantileSketch.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gantry::perf {

/// Running statistics of a series of values. Mean and deviation are computed with updated
/// differences, so a large common offset does not spoil them, and two series can be merged.
struct Moments {
    std::uint64_t count = 0;
    double min = 0;  ///< 0 while count is 0, as all the others
    double max = 0;
    double mean = 0;
    double m2 = 0;          ///< sum of the squared differences from the mean
    double sumSquares = 0;  ///< sum of the squares of the values themselves

    /// Takes one more finite value in.
    void add(double value) noexcept {
        min = count == 0 || value < min ? value : min;
        max = count == 0 || value > max ? value : max;
        ++count;
        const double difference = value - mean;
        mean += difference / static_cast<double>(count);
        m2 += difference * (value - mean);
        sumSquares += value * value;
    }

    /// Takes a whole other series in.
    void merge(const Moments& other) noexcept;

    /// Takes out a series that was the beginning of this one. Minimum and maximum cannot be rolled
    /// back: they stay those of the whole, or become 0 when nothing is left.
    void subtract(const Moments& beginning) noexcept;

    double sum() const noexcept { return mean * static_cast<double>(count); }

    /// Deviation of the values as the whole population; 0 for less than two values.
    double standardDeviation() const noexcept;

    friend bool operator==(const Moments&, const Moments&) = default;
};

/// The values a program handed in under one name.
struct EventStats : Moments {
    std::string name;  ///< any bytes
    std::string
        path;  ///< "main => foo" for the part that came from one call path; empty for all of them
    /// Empty where no quantiles were asked for. Values handed in at the instant of the snapshot can
    /// be in here and not yet in the count.
    QuantileSketch quantiles{};

    /// Moments and quantiles, as Moments does.
    void merge(const EventStats& other);
    void subtract(const EventStats& beginning);

    /// A quantile that is within the extremes, off by at most 1 %; nothing without quantiles.
    std::optional<double> quantile(double q) const noexcept;

    friend bool operator==(const EventStats&, const EventStats&) = default;
};

/// "name" or "name : path".
std::string displayName(const EventStats& event);

}  // namespace gantry::perf
