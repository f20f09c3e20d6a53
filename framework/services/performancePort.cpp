// The port `performance` that the framework adds to each instance: a performance.Query that shows
// the timers of this instance only, whichever backend measures them.

#include <performance/TimerReader.hpp>
#include <performance/null/Snapshot.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "services/InstanceSnapshot.hpp"
#include "services/InstanceTimers.hpp"
#include "services/frameworkServices.hpp"
#include "services/rowsOf.hpp"

namespace gantry::framework {
namespace {

using Names = sidl::array<std::string>;
using Values = InstanceTimers::Values;

/// Counts beyond the range stay at its end.
sidl::array<std::int32_t> saturated(const sidl::array<std::int64_t>& counts) {
    auto numbers = zeros<std::int32_t>(counts.length());
    std::transform(counts.begin(), counts.end(), numbers.begin(), [](std::int64_t count) {
        return static_cast<std::int32_t>(
            std::min<std::int64_t>(count, std::numeric_limits<std::int32_t>::max()));
    });
    return numbers;
}

// The rows of both are the same timers. The number of columns may differ, because another backend
// with other counters may measure now.
template <class T>
void subtract(sidl::array<T, 2>& values, const sidl::array<T, 2>& former) {
    for (int row = 0; row < values.length(0); ++row) {
        for (int column = 0; column < std::min(values.length(1), former.length(1)); ++column) {
            values(row, column) -= former(row, column);
        }
    }
}

// Both arrays have one element for each timer name of the reader.
template <class T>
void subtract(sidl::array<T>& values, const sidl::array<T>& former) {
    for (int row = 0; row < values.length(); ++row) {
        values[row] -= former[row];
    }
}

// Copies handles, not elements: the caller and `values` share them afterwards.
void hand(const Values& values, sidl::array<double, 2>& counterExclusive,
          sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
          sidl::array<std::int64_t>& numChildCalls) {
    counterExclusive = values.exclusive;
    counterInclusive = values.inclusive;
    numCalls = values.calls;
    numChildCalls = values.childCalls;
}

/// One thread at a time, as every TimerReader.
class InstanceTimerReader final : public performance::TimerReader {
public:
    InstanceTimerReader(std::shared_ptr<InstanceTimers> timers, std::vector<std::string> names)
        : timers_(std::move(timers)), names_(std::move(names)), last_(timers_->values(names_)) {}

    Names getTimerNames() override { return Names(names_); }

    Names getCounterNames() override {
        const auto backend = timers_->backend();
        return backend.query ? backend.query->getCounterNames() : Names();
    }

    void getTimerData(sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override {
        hand(timers_->values(names_), counterExclusive, counterInclusive, numCalls, numChildCalls);
    }

    void getDifference(sidl::array<double, 2>& counterExclusive,
                       sidl::array<double, 2>& counterInclusive,
                       sidl::array<std::int64_t>& numCalls,
                       sidl::array<std::int64_t>& numChildCalls) override {
        const Values now = timers_->values(names_);
        // Clones, because what is handed out is changed below, while `now` is the base of the next
        // call.
        hand({now.exclusive.clone(), now.inclusive.clone(), now.calls.clone(),
              now.childCalls.clone()},
             counterExclusive, counterInclusive, numCalls, numChildCalls);
        subtract(counterExclusive, last_.exclusive);
        subtract(counterInclusive, last_.inclusive);
        subtract(numCalls, last_.calls);
        subtract(numChildCalls, last_.childCalls);
        last_ = now;
    }

private:
    std::shared_ptr<InstanceTimers> timers_;
    const std::vector<std::string> names_;
    Values last_;
};

class InstanceQuery final : public performance::Query {
public:
    InstanceQuery(const std::weak_ptr<AssemblyCommands>& assembly,
                  const std::weak_ptr<Instance>& instance)
        : timers_(std::make_shared<InstanceTimers>(assembly, instance)) {}

    Names getTimerNames() override {
        const auto snapshot = timers_->snapshot();
        return snapshot ? snapshot->getTimerNames() : Names();
    }

    Names getCounterNames() override {
        const auto backend = timers_->backend();
        return backend.query ? backend.query->getCounterNames() : Names();
    }

    // NOLINTNEXTLINE(readability-function-size): the parameters are those of the port
    void getTimerData(const Names& timerList, sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int32_t>& numCalls,
                      sidl::array<std::int32_t>& numChildCalls, Names& counterNames,
                      std::int32_t& numCounters) override {
        const Values values = timers_->values(timerList.toVector());
        counterExclusive = values.exclusive;
        counterInclusive = values.inclusive;
        numCalls = saturated(values.calls);
        numChildCalls = saturated(values.childCalls);
        counterNames = getCounterNames();
        numCounters = counterNames.length();
    }

    // Events belong to no instance, so this view has none, and the values of any name are zeros.
    Names getEventNames() override { return {}; }

    // NOLINTNEXTLINE(readability-function-size): the parameters are those of the port
    void getEventData(const Names& eventList, sidl::array<std::int32_t>& numSamples,
                      sidl::array<double>& max, sidl::array<double>& min, sidl::array<double>& mean,
                      sidl::array<double>& sumSqr) override {
        numSamples = zeros<std::int32_t>(eventList.length());
        max = zeros<double>(eventList.length());
        min = zeros<double>(eventList.length());
        mean = zeros<double>(eventList.length());
        sumSqr = zeros<double>(eventList.length());
    }

    std::shared_ptr<performance::Snapshot> getSnapshot() override {
        const auto snapshot = timers_->snapshot();
        return snapshot ? snapshot : std::make_shared<performance::null::Snapshot>();
    }

    // The file of a profile is always that of the whole process: backends cannot write a part.
    // Without a backend nothing is written.
    void dumpProfileData() override {
        ask([](Query& query) { query.dumpProfileData(); });
    }
    void dumpProfileDataPrefix(const std::string& prefix) override {
        ask([&](Query& query) { query.dumpProfileDataPrefix(prefix); });
    }
    void dumpProfileDataIncremental() override {
        ask([](Query& query) { query.dumpProfileDataIncremental(); });
    }
    void dumpTimerNames() override {
        ask([](Query& query) { query.dumpTimerNames(); });
    }
    void dumpTimerData(const Names& timerList) override {
        askOfOwn(timerList, [](Query& query, const Names& own) { query.dumpTimerData(own); });
    }
    void dumpTimerDataIncremental(const Names& timerList) override {
        askOfOwn(timerList,
                 [](Query& query, const Names& own) { query.dumpTimerDataIncremental(own); });
    }

    void getEventQuantiles(const Names& eventList, const sidl::array<double>& probabilities,
                           sidl::array<double, 2>& quantiles,
                           sidl::array<std::int64_t>& numValues) override {
        quantiles = sidl::array<double, 2>({eventList.length(), probabilities.length()});
        numValues = zeros<std::int64_t>(eventList.length());
    }

    std::shared_ptr<performance::TimerReader> createTimerReader(const Names& timerList) override {
        return std::make_shared<InstanceTimerReader>(timers_, timerList.toVector());
    }

    // NOLINTNEXTLINE(readability-function-size): the parameters are those of the port
    void getEventStatistics(const Names& eventList, sidl::array<std::int64_t>& numSamples,
                            sidl::array<double>& min, sidl::array<double>& max,
                            sidl::array<double>& mean, sidl::array<double>& deviation) override {
        numSamples = zeros<std::int64_t>(eventList.length());
        min = zeros<double>(eventList.length());
        max = zeros<double>(eventList.length());
        mean = zeros<double>(eventList.length());
        deviation = zeros<double>(eventList.length());
    }

private:
    template <class Use>
    void ask(const Use& use) const {
        if (const auto backend = timers_->backend(); backend.query) {
            use(*backend.query);
        }
    }
    // Names of other instances are removed before the backend sees them.
    template <class Use>
    void askOfOwn(const Names& names, const Use& use) const {
        if (const auto backend = timers_->backend(); backend.query) {
            use(*backend.query, Names(timers_->known(backend, names.toVector())));
        }
    }

    std::shared_ptr<InstanceTimers> timers_;
};

}  // namespace

std::shared_ptr<gov::cca::Port> makePerformancePort(const std::weak_ptr<AssemblyCommands>& assembly,
                                                    const std::weak_ptr<Instance>& instance) {
    return std::make_shared<InstanceQuery>(assembly, instance);
}

}  // namespace gantry::framework
