#include <perf/clock/ClockMap.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gantry::perf {

namespace {

// Of two moments of one clock, which may lie in either order.
double difference(std::uint64_t from, std::uint64_t to) noexcept {
    return to >= from ? static_cast<double>(to - from) : -static_cast<double>(from - to);
}

}  // namespace

ClockMap::ClockMap(std::vector<ClockReading> readings, double rate, double nsPerTick)
    : rate_(rate), nsPerTick_(nsPerTick) {
    std::stable_sort(readings.begin(), readings.end(),
                     [](const auto& a, const auto& b) { return a.reference < b.reference; });
    for (const ClockReading& reading : readings) {
        if (!readings_.empty() && (reading.local <= readings_.back().local ||
                                   reading.reference == readings_.back().reference)) {
            ++leftOut_;
        } else {
            readings_.push_back(reading);
        }
    }
}

// A linear search: a run has few comparisons. Moments outside of all comparisons
// belong to the first or the last segment, which is extended.
std::size_t ClockMap::segment(std::uint64_t local) const noexcept {
    std::size_t first = 0;
    while (first + 2 < readings_.size() && readings_[first + 1].local <= local) {
        ++first;
    }
    return first;
}

std::uint64_t ClockMap::reference(std::uint64_t local) const noexcept {
    if (readings_.empty()) {
        return local;
    }
    const std::size_t first = segment(local);
    const ClockReading& begin = readings_[first];
    double rate = rate_;
    if (readings_.size() > 1) {
        const ClockReading& end = readings_[first + 1];
        rate = difference(begin.reference, end.reference) / difference(begin.local, end.local);
    }
    const double since = difference(begin.local, local) * rate;
    return begin.reference + static_cast<std::uint64_t>(std::llround(since));
}

double ClockMap::boundNs(std::uint64_t local) const noexcept {
    if (readings_.empty()) {
        return 0;
    }
    const std::size_t first = segment(local);
    const ClockReading& begin = readings_[first];
    const auto atBegin = static_cast<double>(begin.boundNs);
    if (readings_.size() == 1) {
        return atBegin + std::abs(difference(begin.local, local)) * nsPerTick_ * kUnknownDrift;
    }
    const ClockReading& end = readings_[first + 1];
    const auto atEnd = static_cast<double>(end.boundNs);
    // Interpolated between the bounds. Outside, one weight is above 1 and the other below 0: the
    // absolute values let the bound grow on both sides.
    const double part = difference(begin.local, local) / difference(begin.local, end.local);
    return std::abs(1 - part) * atBegin + std::abs(part) * atEnd;
}

}  // namespace gantry::perf
