#include <perf/model/EventStats.hpp>

#include <algorithm>
#include <cmath>

namespace gantry::perf {

void Moments::merge(const Moments& other) noexcept {
    if (other.count == 0) {
        return;
    }
    if (count == 0) {
        *this = other;
        return;
    }
    // Chan, Golub and LeVeque: the squares of both parts, and of the distance of their means.
    const double mine = static_cast<double>(count);
    const double theirs = static_cast<double>(other.count);
    const double difference = other.mean - mean;
    min = std::min(min, other.min);
    max = std::max(max, other.max);
    mean += difference * theirs / (mine + theirs);
    m2 += other.m2 + difference * difference * mine * theirs / (mine + theirs);
    sumSquares += other.sumSquares;
    count += other.count;
}

void Moments::subtract(const Moments& beginning) noexcept {
    if (beginning.count == 0) {
        return;
    }
    // Also if the beginning was read a moment later than this series.
    if (beginning.count >= count) {
        *this = Moments{};
        return;
    }
    const double all = static_cast<double>(count);
    const double first = static_cast<double>(beginning.count);
    const double rest = all - first;
    const double restMean = (mean * all - beginning.mean * first) / rest;
    const double difference = restMean - beginning.mean;
    // The merge above, solved for the second part. Rounding may make it slightly negative.
    m2 = std::max(0.0, m2 - beginning.m2 - difference * difference * first * rest / all);
    sumSquares = std::max(0.0, sumSquares - beginning.sumSquares);
    mean = restMean;
    count -= beginning.count;
}

double Moments::standardDeviation() const noexcept {
    return count < 2 ? 0.0 : std::sqrt(m2 / static_cast<double>(count));
}

void EventStats::merge(const EventStats& other) {
    Moments::merge(other);
    quantiles.merge(other.quantiles);
}

void EventStats::subtract(const EventStats& beginning) {
    Moments::subtract(beginning);
    quantiles.subtract(beginning.quantiles);
}

std::optional<double> EventStats::quantile(double q) const noexcept {
    if (count == 0 || quantiles.count() == 0) {
        return std::nullopt;
    }
    // A bucket's representative may lie outside of the extremes, which are known exactly.
    return std::clamp(quantiles.quantile(q), min, max);
}

std::string displayName(const EventStats& event) {
    return event.path.empty() ? event.name : event.name + " : " + event.path;
}

}  // namespace gantry::perf
