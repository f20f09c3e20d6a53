#include <perf/analysis/compare/RankTest.hpp>
#include <perf/analysis/gate/ChangePoints.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace gantry::perf {

namespace {

constexpr std::size_t kLeastPart = 3;
// Costs grow with the cube, and the memory of PartCosts with the square.
constexpr std::size_t kMostValues = 300;
constexpr double kFee = 3;
constexpr double kAlpha = 0.01;

std::vector<double> part(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    return {values.begin() + static_cast<std::ptrdiff_t>(begin),
            values.begin() + static_cast<std::ptrdiff_t>(end)};
}

// From value to value, so that changes of level count little. 1.4826 makes a median of absolute
// values a standard deviation; the root of 2 is for the difference of two values.
double noiseOf(const std::vector<double>& logs) {
    std::vector<double> steps;
    steps.reserve(logs.size());
    for (std::size_t i = 1; i < logs.size(); ++i) {
        steps.push_back(std::abs(logs[i] - logs[i - 1]));
    }
    constexpr double kNormal = 1.4826 / 1.41421356;
    constexpr double kLeast = 1e-3;
    return std::max(kLeast, kNormal * median(steps));
}

// costs[begin][length]: the sum of the distances from the median, with values kept sorted.
class PartCosts final {
public:
    explicit PartCosts(const std::vector<double>& logs) : costs_(logs.size()) {
        for (std::size_t begin = 0; begin < logs.size(); ++begin) {
            std::vector<double> sorted;
            for (std::size_t end = begin; end < logs.size(); ++end) {
                sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), logs[end]), logs[end]);
                costs_[begin].push_back(costOf(sorted));
            }
        }
    }

    [[nodiscard]] double of(std::size_t begin, std::size_t end) const {
        return costs_[begin][end - begin - 1];
    }

private:
    // Pairs from both ends: the distances from the median without looking for it.
    static double costOf(const std::vector<double>& sorted) {
        double cost = 0;
        for (std::size_t low = 0, high = sorted.size() - 1; low < high; ++low, --high) {
            cost += sorted[high] - sorted[low];
        }
        return cost;
    }

    std::vector<std::vector<double>> costs_;
};

// best[end]: the least cost of the first `end` values; from[end]: where their last part begins.
std::vector<std::size_t> bordersOf(const std::vector<double>& logs) {
    const std::size_t size = logs.size();
    const PartCosts costs(logs);
    const double fee = kFee * noiseOf(logs) * std::log(static_cast<double>(size));
    std::vector<double> best(size + 1, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> from(size + 1, 0);
    best[0] = -fee;
    for (std::size_t end = kLeastPart; end <= size; ++end) {
        for (std::size_t begin = 0; begin + kLeastPart <= end; ++begin) {
            const double cost = best[begin] + fee + costs.of(begin, end);
            if (cost < best[end]) {
                best[end] = cost;
                from[end] = begin;
            }
        }
    }
    std::vector<std::size_t> borders;
    for (std::size_t end = size; end > 0; end = from[end]) {
        borders.push_back(from[end]);
    }
    // Collected from the end: each part knows only where it begins.
    std::reverse(borders.begin(), borders.end());
    return borders;
}

}  // namespace

std::vector<ChangePoint> changePoints(const std::vector<double>& values, double least) {
    const std::size_t skipped = values.size() - std::min(values.size(), kMostValues);
    const std::vector<double> recent = part(values, skipped, values.size());
    std::vector<double> logs;
    logs.reserve(recent.size());
    for (const double value : recent) {
        if (!std::isfinite(value) || !(value > 0)) {
            throw std::invalid_argument("a value of a series is not a number above 0");
        }
        logs.push_back(std::log(value));
    }
    std::vector<ChangePoint> changes;
    if (recent.size() < 2 * kLeastPart) {
        return changes;
    }
    std::vector<std::size_t> borders = bordersOf(logs);
    borders.push_back(recent.size());
    std::size_t begin = 0;
    for (std::size_t i = 1; i + 1 < borders.size(); ++i) {
        const std::vector<double> before = part(recent, begin, borders[i]);
        const std::vector<double> after = part(recent, borders[i], borders[i + 1]);
        ChangePoint change{borders[i] + skipped, median(before), median(after), 0};
        change.relative = change.after / change.before - 1;
        // A border that is dropped joins its two parts, so the next one is compared with all values
        // since the last border that was kept.
        if (std::abs(change.relative) >= least && rankTest(before, after) < kAlpha) {
            changes.push_back(change);
            begin = borders[i];
        }
    }
    return changes;
}

}  // namespace gantry::perf
