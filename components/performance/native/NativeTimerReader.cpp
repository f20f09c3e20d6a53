#include "NativeTimerReader.hpp"

#include <algorithm>

#include "NetTables.hpp"

namespace performance::native {
namespace {

using gantry::perf::TimerValues;

sidl::array<std::int64_t> countsOf(const std::vector<TimerValues>& timers,
                                   std::uint64_t TimerValues::*count) {
    using Array = sidl::array<std::int64_t>;
    Array counts(Array::Shape{static_cast<int>(timers.size())});
    for (std::size_t t = 0; t < timers.size(); ++t) {
        counts[static_cast<int>(t)] = static_cast<std::int64_t>(timers[t].*count);
    }
    return counts;
}

// After a fork, and where a running call was shown longer than it became, there is less than
// before.
TimerValues difference(const TimerValues& now, const TimerValues& before, std::size_t metrics) {
    const auto since = [](auto later, auto earlier) {
        return later > earlier ? later - earlier : 0;
    };
    TimerValues added;
    added.calls = since(now.calls, before.calls);
    added.childCalls = since(now.childCalls, before.childCalls);
    added.timed = since(now.timed, before.timed);
    added.timedBelow = since(now.timedBelow, before.timedBelow);
    added.untimedBelow = since(now.untimedBelow, before.untimedBelow);
    for (std::size_t m = 0; m < metrics; ++m) {
        added.inclusive[m] = since(now.inclusive[m], before.inclusive[m]);
        added.exclusive[m] = since(now.exclusive[m], before.exclusive[m]);
    }
    return added;
}

// What gantry::perf::compensated() subtracts from the call paths of a timer, all at once.
void fill(const NetTables& net, const std::vector<TimerValues>& timers, std::size_t counters,
          const gantry::perf::MeasuredOverhead& overhead) {
    net.resize(timers.size(), counters);
    for (std::size_t t = 0; t < timers.size(); ++t) {
        const TimerValues& timer = timers[t];
        const auto own = static_cast<double>(timer.timed);
        const auto children = static_cast<double>(timer.childCalls);
        const auto below = static_cast<double>(timer.timedBelow);
        const auto counted = static_cast<double>(timer.untimedBelow);
        for (std::size_t m = 0; m < counters; ++m) {
            const gantry::perf::ProbeOverhead& cost = overhead.cost;
            const double inside = own * cost.inside[m];
            const double all = inside + below * cost.pair[m] + counted * cost.untimed[m];
            // Children that are counted only show nothing of their own.
            const double timedPart = below + counted > 0 ? below / (below + counted) : 1;
            const double direct = inside + children * (timedPart * (cost.pair[m] - cost.inside[m]) +
                                                       (1 - timedPart) * cost.untimed[m]);
            NetTables::at(net.inclusive, t, m) =
                std::max(0.0, static_cast<double>(timer.inclusive[m]) - all);
            NetTables::at(net.exclusive, t, m) =
                std::max(0.0, static_cast<double>(timer.exclusive[m]) - direct);
            NetTables::at(net.inclusiveError, t, m) = (own + below + counted) * overhead.error[m];
            NetTables::at(net.exclusiveError, t, m) = (own + children) * overhead.error[m];
        }
    }
}

}  // namespace

std::vector<TimerValues> valuesOf(const gantry::perf::Engine& engine,
                                  const std::vector<std::string>& timers, bool withBelow) {
    std::vector<TimerValues> values;
    values.reserve(timers.size());
    for (const std::string& timer : timers) {
        values.push_back(engine.valuesOf(timer, withBelow));
    }
    return values;
}

sidl::array<double, 2> tableOf(const std::vector<TimerValues>& timers, std::size_t counters,
                               gantry::perf::MetricValues TimerValues::*values) {
    sidl::array<double, 2> table({static_cast<int>(timers.size()), static_cast<int>(counters)});
    for (std::size_t t = 0; t < timers.size(); ++t) {
        for (std::size_t m = 0; m < counters; ++m) {
            table(static_cast<int>(t), static_cast<int>(m)) =
                static_cast<double>((timers[t].*values)[m]);
        }
    }
    return table;
}

NativeTimerReader::NativeTimerReader(std::shared_ptr<SharedEngine> shared,
                                     std::vector<std::string> timers)
    : shared_(std::move(shared)),
      timers_(std::move(timers)),
      counters_(shared_->engine.metrics().size()),
      last_(valuesOf(shared_->engine, timers_, true)) {}

sidl::array<std::string> NativeTimerReader::getTimerNames() {
    return sidl::array<std::string>(timers_);
}

sidl::array<std::string> NativeTimerReader::getCounterNames() {
    std::vector<std::string> names;
    for (const gantry::perf::Metric& metric : shared_->engine.metrics()) {
        names.push_back(metric.name);
    }
    // Those that came later have no values here.
    names.resize(counters_);
    return sidl::array<std::string>(names);
}

void NativeTimerReader::getTimerData(sidl::array<double, 2>& counterExclusive,
                                     sidl::array<double, 2>& counterInclusive,
                                     sidl::array<std::int64_t>& numCalls,
                                     sidl::array<std::int64_t>& numChildCalls) {
    const std::vector<TimerValues> values = valuesOf(shared_->engine, timers_);
    counterExclusive = tableOf(values, counters_, &TimerValues::exclusive);
    counterInclusive = tableOf(values, counters_, &TimerValues::inclusive);
    numCalls = countsOf(values, &TimerValues::calls);
    numChildCalls = countsOf(values, &TimerValues::childCalls);
}

void NativeTimerReader::getDifference(sidl::array<double, 2>& counterExclusive,
                                      sidl::array<double, 2>& counterInclusive,
                                      sidl::array<std::int64_t>& numCalls,
                                      sidl::array<std::int64_t>& numChildCalls) {
    const std::vector<TimerValues> values = added();
    counterExclusive = tableOf(values, counters_, &TimerValues::exclusive);
    counterInclusive = tableOf(values, counters_, &TimerValues::inclusive);
    numCalls = countsOf(values, &TimerValues::calls);
    numChildCalls = countsOf(values, &TimerValues::childCalls);
}

// Every difference has what was called below, so that one may be of one kind and the next of the
// other.
std::vector<TimerValues> NativeTimerReader::added() {
    std::vector<TimerValues> values = valuesOf(shared_->engine, timers_, true);
    std::vector<TimerValues> since;
    since.reserve(values.size());
    for (std::size_t t = 0; t < values.size(); ++t) {
        since.push_back(difference(values[t], last_[t], counters_));
    }
    last_ = std::move(values);
    return since;
}

void NativeTimerReader::getCompensatedData(sidl::array<double, 2>& counterExclusive,
                                           sidl::array<double, 2>& counterInclusive,
                                           sidl::array<double, 2>& exclusiveError,
                                           sidl::array<double, 2>& inclusiveError) {
    fill({counterExclusive, counterInclusive, exclusiveError, inclusiveError},
         valuesOf(shared_->engine, timers_, true), counters_, shared_->engine.overhead());
}

void NativeTimerReader::getCompensatedDifference(sidl::array<double, 2>& counterExclusive,
                                                 sidl::array<double, 2>& counterInclusive,
                                                 sidl::array<double, 2>& exclusiveError,
                                                 sidl::array<double, 2>& inclusiveError) {
    fill({counterExclusive, counterInclusive, exclusiveError, inclusiveError}, added(), counters_,
         shared_->engine.overhead());
}

}  // namespace performance::native
