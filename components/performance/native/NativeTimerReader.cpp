#include "NativeTimerReader.hpp"

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
    for (std::size_t m = 0; m < metrics; ++m) {
        added.inclusive[m] = since(now.inclusive[m], before.inclusive[m]);
        added.exclusive[m] = since(now.exclusive[m], before.exclusive[m]);
    }
    return added;
}

}  // namespace

std::vector<TimerValues> valuesOf(const gantry::perf::Engine& engine,
                                  const std::vector<std::string>& timers) {
    std::vector<TimerValues> values;
    values.reserve(timers.size());
    for (const std::string& timer : timers) {
        values.push_back(engine.valuesOf(timer));
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
      last_(valuesOf(shared_->engine, timers_)) {}

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
    std::vector<TimerValues> values = valuesOf(shared_->engine, timers_);
    std::vector<TimerValues> added;
    added.reserve(values.size());
    for (std::size_t t = 0; t < values.size(); ++t) {
        added.push_back(difference(values[t], last_[t], counters_));
    }
    last_ = std::move(values);
    counterExclusive = tableOf(added, counters_, &TimerValues::exclusive);
    counterInclusive = tableOf(added, counters_, &TimerValues::inclusive);
    numCalls = countsOf(added, &TimerValues::calls);
    numChildCalls = countsOf(added, &TimerValues::childCalls);
}

}  // namespace performance::native
