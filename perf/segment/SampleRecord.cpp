#include <perf/segment/SampleRecord.hpp>

#include <algorithm>
#include <cmath>

namespace gantry::perf {

namespace {

// The samples that the mean of the last ones is made of, about.
constexpr double kRecent = 16;

// No sample yet.
constexpr std::uint64_t kNoSample = ~std::uint64_t{0};

// Of Student's distribution for 99 %, two-sided; too large by 15 % at most from 2 degrees on.
double quantile(std::uint64_t degrees) noexcept {
    const double n = static_cast<double>(std::max<std::uint64_t>(degrees, 1));
    return 2.576 + 4.9 / n + 10 / (n * n) + 46 / (n * n * n);
}

// Of what a damaged record says, too.
std::uint64_t ticksOf(double ticks) noexcept {
    constexpr double kMost = 0x1p62;
    return ticks > 0 ? static_cast<std::uint64_t>(std::min(ticks, kMost)) : 0;
}

}  // namespace

void SampleRecord::begin(std::uint64_t calls, std::uint64_t sum, double mean) noexcept {
    own = {calls, calls, sum, static_cast<std::int64_t>(sum), mean, 0, 0, 0, 0};
    last = kNoSample;
    block = 1;
    nextBlock = 1;
    position = 0;
    values.write(own);
}

void SampleRecord::take(std::uint64_t elapsed, std::uint64_t sum, double inside) noexcept {
    // The other calls of the block are not timed, and so do not contain what timing adds. Where
    // that is more than the call took this once, the next ones may have more: no part is cut off.
    const double net = static_cast<double>(elapsed) - inside;
    ++own.timed;
    own.covered += block;
    own.sum = sum;
    own.estimate +=
        static_cast<std::int64_t>(elapsed) + std::llround(static_cast<double>(block - 1) * net);
    own.mean += (net - own.mean) / kRecent;
    if (last != kNoSample) {
        const double difference = static_cast<double>(elapsed) - static_cast<double>(last);
        const double half = difference * difference / 2;
        const double weight = static_cast<double>(block) * (static_cast<double>(block) - 1);
        own.spread += half;
        own.variance += weight * half;
        own.weights += weight;
        ++own.pairs;
    }
    last = elapsed;
    values.write(own);
}

// docs/formats/segment.md has the formula. The variance is that of the sum of unsampled calls: b
// (b - 1) per block of b calls.
SampleEstimate estimateOf(const SampleValues& values, std::uint64_t calls, std::uint64_t sum,
                          bool isRunning) noexcept {
    // The node may be one timed call ahead of its samples.
    const std::uint64_t growth = sum > values.sum ? sum - values.sum : 0;
    const std::uint64_t ahead = isRunning || growth > 0 ? 1 : 0;
    const std::uint64_t timed = std::min(values.timed + ahead, calls);
    const double beyond = static_cast<double>(static_cast<std::int64_t>(calls - ahead) -
                                              static_cast<std::int64_t>(values.covered));
    const double rest = std::round(beyond * values.mean);
    const double all = static_cast<double>(values.estimate) + static_cast<double>(growth) + rest;
    // Samples that agree by chance do not show that all calls do: where blocks grew or the calls
    // became more alike, the spread of all samples counts. No clock shows less than a tick.
    const double pairs = static_cast<double>(std::max<std::uint64_t>(values.pairs, 1));
    const double each = std::max(values.spread / pairs, 1.0);
    const double variance =
        std::max(values.variance, values.weights * each) + beyond * beyond * each;
    const std::uint64_t bound = ticksOf(quantile(values.pairs) * std::sqrt(variance)) + 1;
    return {std::max(ticksOf(all), sum), calls - timed, calls > timed ? bound : 0};
}

}  // namespace gantry::perf
