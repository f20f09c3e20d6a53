#include <perf/model/Metric.hpp>

namespace gantry::perf {

MetricValues::MetricValues(std::initializer_list<std::int64_t> values) {
    std::size_t metric = 0;
    for (const std::int64_t value : values) {
        if (metric < kInPlace || value != 0) {
            (*this)[metric] = value;
        }
        ++metric;
    }
}

MetricValues::MetricValues(const MetricValues& other)
    : first_(other.first_),
      further_(other.further_ ? std::make_unique<Further>(*other.further_) : nullptr) {}

MetricValues& MetricValues::operator=(const MetricValues& other) {
    if (this != &other) {
        *this = MetricValues(other);
    }
    return *this;
}

MetricValues& MetricValues::operator+=(const MetricValues& other) {
    for (std::size_t m = 0; m < kInPlace; ++m) {
        first_[m] += other.first_[m];
    }
    for (std::size_t m = kInPlace; other.further_ && m < kMaxMetrics; ++m) {
        (*this)[m] += other[m];
    }
    return *this;
}

MetricValues& MetricValues::operator-=(const MetricValues& other) {
    for (std::size_t m = 0; m < kInPlace; ++m) {
        first_[m] -= other.first_[m];
    }
    for (std::size_t m = kInPlace; other.further_ && m < kMaxMetrics; ++m) {
        (*this)[m] -= other[m];
    }
    return *this;
}

bool operator==(const MetricValues& a, const MetricValues& b) noexcept {
    bool equal = a.first_ == b.first_;
    for (std::size_t m = MetricValues::kInPlace; equal && m < kMaxMetrics; ++m) {
        equal = a[m] == b[m];
    }
    // By value: memory for further metrics that are all 0 makes no difference.
    return equal;
}

std::int64_t& MetricValues::further(std::size_t place) {
    if (!further_) {
        further_ = std::make_unique<Further>();
    }
    return (*further_)[place];
}

}  // namespace gantry::perf
