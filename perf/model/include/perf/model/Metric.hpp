#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>

namespace gantry::perf {

/// The most metrics one profile holds.
inline constexpr std::size_t kMaxMetrics = 16;

/// One measured quantity. Values are whole numbers in its unit; a clock's are ns.
struct Metric {
    std::string name;    ///< short and unique within a profile, such as "wall" or "cpu"
    std::string unit;    ///< unit of every value of this metric, such as "ns"
    std::string source;  ///< in words: which clock or counter the values come from

    friend bool operator==(const Metric&, const Metric&) = default;
};

/// Keys of Profile::context: a metric that was asked for and cannot be measured, as "NAME: reason";
/// and how many threads could not set up the counters of a metric, which shows 0 there.
inline constexpr const char* kRefusedMetric = "metric not measured";
inline constexpr const char* kThreadsWithoutMetric = "threads without counters";

/// One value per metric, in the order of Profile::metrics and in the metric's unit. Values that
/// were never set are 0. As large as four numbers: the first kInPlace values are in the object,
/// and memory is taken only where a further one is set, so that a profile of few metrics pays
/// nothing for the number that is possible. Places are from 0 to kMaxMetrics - 1. Setting a further
/// value for the first time, copying and adding throw std::bad_alloc.
///
///     MetricValues values{1500, 900};    // of the first two metrics
///     values[3] = 7;                     // takes memory: beyond kInPlace
///     sum += values;
class MetricValues final {
public:
    static constexpr std::size_t kInPlace = 3;

    MetricValues() noexcept = default;
    /// At most kMaxMetrics of them.
    MetricValues(std::initializer_list<std::int64_t> values);
    MetricValues(const MetricValues& other);
    /// A moved-from object has lost its further values and keeps the first ones.
    MetricValues(MetricValues&& other) noexcept = default;
    MetricValues& operator=(const MetricValues& other);
    MetricValues& operator=(MetricValues&& other) noexcept = default;
    ~MetricValues() = default;

    /// 0 for one that was never set.
    std::int64_t operator[](std::size_t metric) const noexcept {
        if (metric < kInPlace) [[likely]] {
            return first_[metric];
        }
        return further_ ? (*further_)[metric - kInPlace] : 0;
    }
    /// To be set; valid until the object is assigned to.
    std::int64_t& operator[](std::size_t metric) {
        return metric < kInPlace ? first_[metric] : further(metric - kInPlace);
    }

    /// Metric by metric. Sums are not checked for overflow: readers keep totals of a profile in
    /// range.
    MetricValues& operator+=(const MetricValues& other);
    /// As +=; differences may be negative.
    MetricValues& operator-=(const MetricValues& other);

    /// Places that were never set equal those that were set to 0.
    friend bool operator==(const MetricValues& a, const MetricValues& b) noexcept;

private:
    using Further = std::array<std::int64_t, kMaxMetrics - kInPlace>;

    // Makes the memory with the first call.
    [[gnu::noinline]] std::int64_t& further(std::size_t place);

    std::array<std::int64_t, kInPlace> first_{};
    std::unique_ptr<Further> further_;
};

}  // namespace gantry::perf
