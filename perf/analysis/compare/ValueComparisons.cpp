// What two samples say about a value. Statistics of RankTest; relative values from logarithms, so
// that a change and its reverse have the same size and values of different scale are treated alike.

#include <perf/analysis/compare/RankTest.hpp>
#include <perf/analysis/compare/ValueComparisons.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gantry::perf {

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

bool allPositive(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
}

std::vector<double> logarithms(const std::vector<double>& values) {
    std::vector<double> logs;
    logs.reserve(values.size());
    for (const double value : values) {
        logs.push_back(std::log(value));
    }
    return logs;
}

// expm1 keeps the digits of small changes, which exp() - 1 would lose.
void setRelative(ValueComparison& value, const Shift& logShift) {
    value.relative = std::expm1(logShift.value);
    value.relativeLow = std::expm1(logShift.low);
    value.relativeHigh = std::expm1(logShift.high);
}

// The noise was measured elsewhere, so that a normal distribution has to do.
void useNoise(ValueComparison& value, double deviation, const ComparisonOptions& options) {
    const double shift = std::log(value.after / value.before);
    const double bound = normalBound(options.confidence) * deviation;
    value.p = normalP(shift / deviation);
    setRelative(value, {shift, shift - bound, shift + bound});
    value.low = value.before * value.relativeLow;
    value.high = value.before * value.relativeHigh;
}

}  // namespace

ValueComparison mediansOf(const std::vector<double>& before, const std::vector<double>& after) {
    ValueComparison value;
    value.before = median(before);
    value.after = median(after);
    value.difference = value.after - value.before;
    value.low = -std::numeric_limits<double>::infinity();
    value.high = std::numeric_limits<double>::infinity();
    const bool known = value.before > 0;
    value.relative = known ? value.difference / value.before : kNoNumber;
    value.relativeLow = known ? -std::numeric_limits<double>::infinity() : kNoNumber;
    value.relativeHigh = known ? std::numeric_limits<double>::infinity() : kNoNumber;
    return value;
}

ValueComparison compareValues(const std::vector<double>& before, const std::vector<double>& after,
                              const ComparisonOptions& options) {
    ValueComparison value = mediansOf(before, after);
    const bool positive = allPositive(before) && allPositive(after);
    // Only where the samples are too small for the rank test to reach the confidence: what was
    // measured is better than what was assumed. Variances of the two means add up.
    if (options.noise && positive && *options.noise > 0 &&
        smallestP(before.size(), after.size()) > 1 - options.confidence) {
        const double runs =
            1.0 / static_cast<double>(before.size()) + 1.0 / static_cast<double>(after.size());
        useNoise(value, *options.noise * std::sqrt(runs), options);
        return value;
    }
    value.p = rankTest(before, after);
    const Shift shift = shiftBetween(before, after, options.confidence);
    value.difference = shift.value;
    value.low = shift.low;
    value.high = shift.high;
    if (positive) {
        setRelative(value, shiftBetween(logarithms(before), logarithms(after), options.confidence));
    } else if (value.before > 0) {
        value.relative = shift.value / value.before;
        value.relativeLow = shift.low / value.before;
        value.relativeHigh = shift.high / value.before;
    }
    return value;
}

Verdict judgeValue(const ValueComparison& value, bool significant, double limit) {
    // Without a value to compare with, the sign alone decides.
    const bool comparable = !std::isnan(value.relative);
    const double effect = comparable ? value.relative : value.difference;
    if (significant && (!comparable ? effect != 0 : std::abs(effect) > limit)) {
        return effect > 0 ? Verdict::More : Verdict::Less;
    }
    // All values are 0, for which there is no relative difference.
    if (value.before == 0 && value.after == 0 && value.low == 0 && value.high == 0) {
        return Verdict::Same;
    }
    const bool inside = comparable && value.relativeLow >= -limit && value.relativeHigh <= limit;
    return inside ? Verdict::Same : Verdict::CannotTell;
}

std::size_t runsNeededFor(const ValueComparison& value, std::size_t runs, double limit) {
    constexpr std::size_t kLeast = 6;
    constexpr double kMost = 1000;
    const double width = (value.relativeHigh - value.relativeLow) / 2;
    if (!std::isfinite(width) || !std::isfinite(value.relative)) {
        return std::max(kLeast, 2 * runs);
    }
    // Either the interval fits between the limits, or it is to be beyond one of them.
    const double room = std::max(std::abs(limit - std::abs(value.relative)), limit / 4);
    const double factor = room > 0 ? width / room : 1;
    const double needed = std::ceil(static_cast<double>(runs) * std::max(1.2, factor * factor));
    return std::max(kLeast, static_cast<std::size_t>(std::min(needed, kMost)));
}

}  // namespace gantry::perf
