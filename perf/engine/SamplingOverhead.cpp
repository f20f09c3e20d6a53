#include <perf/segment/CpuClock.hpp>
#include <perf/segment/RecordStore.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "Probe.hpp"
#include "ProbeOverhead.hpp"

// The cost of calls that are counted only.

namespace gantry::perf {

using namespace probe;  // NOLINT(google-build-using-namespace): its own header

namespace {

// Of the first metric.
struct SampledCosts {
    std::vector<double> alone;   // of a call that is counted only
    std::vector<double> around;  // the same, around a function
    std::vector<double> inside;  // what a call that is timed among such shows for itself
};

// Pairs that are counted only, in the engine or by the caller.
template <class Clock>
class CountedPair final {
public:
    CountedPair(Probe& probe, const Clock& clock, bool byCallers)
        : probe_(probe), clock_(clock), byCallers_(byCallers) {
        pair_(probe, kTimer, clock);
        const RecordStore nodes(probe.segment, probe.record.nodes, sizeof(SampledNode), 1);
        node_ = static_cast<SampledNode*>(nodes.at(0));
        probe.area.offer(place_, node_->node, probe.area.root(), probe.anchor.inside);
    }

    void count(std::uint16_t calls) noexcept { node_->countOnly(calls); }
    // Of 8 to 39 calls. A linear congruential generator; its upper bits are the random ones.
    [[nodiscard]] std::uint16_t nextBlock() noexcept {
        random_ = random_ * 1664525U + 1013904223U;
        return static_cast<std::uint16_t>(8 + (random_ >> 27U));
    }
    [[nodiscard]] std::uint64_t sum() const noexcept { return loadRelaxed(node_->node.value[0]); }
    void start() noexcept {
        if (!byCallers_ || !place_.begin()) {
            pair_.start(probe_, kTimer, clock_);
        }
    }
    void stop() noexcept {
        if (!byCallers_ || !place_.end()) {
            pair_.stop(probe_, kTimer, clock_);
        }
    }

private:
    Probe& probe_;
    const Clock& clock_;
    const bool byCallers_;
    const Pair<true, Clock> pair_{};
    SampledNode* node_ = nullptr;
    CountedPlace place_{};
    std::uint32_t random_ = 1;
};

// What calls of a function of some nanoseconds take without pairs, with such that are counted only,
// and with some timed, as in a run: at random places, which the processor does not foresee either.
template <class Clock>
void measureCounted(CountedPair<Clock>& pair, const Clock& clock, const MetricSet& metrics,
                    SampledCosts& costs) {
    constexpr int kBlocks = 6;
    double (*const volatile function)(double) noexcept = &work;
    std::array<std::uint64_t, kMaxMetrics> before{};
    std::array<std::uint64_t, kMaxMetrics> after{};
    volatile double sum = 0;
    const auto batch = [&](auto&& call, int calls) {
        clock.read(before.data());
        for (int i = 0; i < calls; ++i) {
            call(i);
        }
        clock.read(after.data());
        return static_cast<double>(metrics.units(0, after[0] - before[0])) / calls;
    };
    const auto measured = [&](int i) {
        pair.start();
        sum = sum + function(i);
        pair.stop();
    };
    const double own = batch([&](int i) { sum = sum + function(i); }, kPairs);
    pair.count(kPairs);
    costs.around.push_back(batch(measured, kPairs) - own);
    pair.count(kPairs);
    costs.alone.push_back(batch(
        [&](int) {
            pair.start();
            pair.stop();
        },
        kPairs));
    const std::uint64_t shown = pair.sum();
    for (int i = 0; i < kBlocks; ++i) {
        const std::uint16_t counted = pair.nextBlock();
        pair.count(counted);
        (void)batch(measured, counted + 1);
    }
    costs.inside.push_back(static_cast<double>(metrics.units(0, pair.sum() - shown)) / kBlocks -
                           own);
}

}  // namespace

// What both loops of counted calls have in common is the cost that is subtracted; by how much they
// differ, and what a timed call shows for itself in either company, the error says.
MeasuredOverhead measureSamplingOverhead(const MetricSet& metrics, const TimerTable& timers,
                                         bool countedByCallers) {
    MeasuredOverhead result = measureProbeOverheadSoon(metrics, timers);
    SamplingPolicy policy;
    policy.budget = 1;
    policy.exactCalls = SamplingPolicy::kWindow;
    Probe probe(metrics, timers, &policy);
    SampledCosts costs;
    const auto measureWith = [&](const auto& clock) {
        CountedPair pair(probe, clock, countedByCallers);
        SampledCosts warmUp;
        for (std::size_t batch = 0; batch < kFewBatches; ++batch) {
            measureCounted(pair, clock, metrics, batch == 0 ? warmUp : costs);
        }
    };
    if (metrics.timeStampOnly()) {
        measureWith(TimeStampReader{});
    } else {
        measureWith(metrics);
    }
    const double untimed = std::max(median(costs.around), 0.0);
    const double inside = std::max(median(costs.inside), 0.0);
    result.error[0] = std::max(
        {result.error[0], errorOf(costs.around, untimed), std::abs(median(costs.alone) - untimed),
         errorOf(costs.inside, inside), std::abs(inside - result.cost.inside[0])});
    result.cost.untimed[0] = untimed;
    result.cost.inside[0] = inside;
    result.cost.pair[0] = std::max(result.cost.pair[0], inside);
    return result;
}

}  // namespace gantry::perf
