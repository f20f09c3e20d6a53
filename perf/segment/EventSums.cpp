#include <perf/segment/detail/EventSums.hpp>

#include <algorithm>
#include <cmath>

namespace gantry::perf {

void EventSums::recentre(std::uint64_t count) noexcept {
    const double number = static_cast<double>(count);
    const double moved = centre + sum / number;
    // What it was moved by in fact, which differs from what was wanted by a rounding.
    const double shift = moved - centre;
    const double less = shift * (2 * sum - number * shift);
    if (!std::isfinite(moved) || !std::isfinite(less)) {
        return;
    }
    centre = moved;
    squares = std::max(0.0, squares - less);
    sum -= number * shift;
}

Moments EventSums::moments(std::uint64_t count) const noexcept {
    if (count == 0) {
        return {};
    }
    const double number = static_cast<double>(count);
    const double shift = sum / number;
    const double mean = centre + shift;
    const double less = sum * shift;
    Moments result;
    result.count = count;
    result.min = min;
    result.max = max;
    result.mean = std::isfinite(mean) ? std::clamp(mean, min, max) : min / 2 + max / 2;
    result.m2 = std::isfinite(less) ? std::max(0.0, squares - less) : squares;
    result.sumSquares = result.m2 + number * result.mean * result.mean;
    return result;
}

}  // namespace gantry::perf
