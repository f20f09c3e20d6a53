#pragma once

#include <performance/Query.hpp>

#include <memory>
#include <string>
#include <utility>

#include "BackendSet.hpp"

namespace performance::multiplexer {

/// Asks the first backend, in the order of the ports, that measures something (has counters); where
/// none does the answers are empty. What a backend measured before it left, that backend alone
/// reports. Dumps go to all backends; where one fails the others are written all the same, and the
/// first error is thrown.
class SharedQuery final : public Query {
public:
    explicit SharedQuery(std::shared_ptr<BackendSet> shared) : shared_(std::move(shared)) {}

    sidl::array<std::string> getTimerNames() override;
    sidl::array<std::string> getCounterNames() override;
    void getTimerData(const sidl::array<std::string>& timerList,
                      sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int32_t>& numCalls,
                      sidl::array<std::int32_t>& numChildCalls,
                      sidl::array<std::string>& counterNames, std::int32_t& numCounters) override;
    sidl::array<std::string> getEventNames() override;
    void getEventData(const sidl::array<std::string>& eventList,
                      sidl::array<std::int32_t>& numSamples, sidl::array<double>& max,
                      sidl::array<double>& min, sidl::array<double>& mean,
                      sidl::array<double>& sumSqr) override;
    std::shared_ptr<Snapshot> getSnapshot() override;
    void dumpProfileData() override;
    void dumpProfileDataPrefix(const std::string& prefix) override;
    void dumpProfileDataIncremental() override;
    void dumpTimerNames() override;
    void dumpTimerData(const sidl::array<std::string>& timerList) override;
    void dumpTimerDataIncremental(const sidl::array<std::string>& timerList) override;
    void getEventQuantiles(const sidl::array<std::string>& eventList,
                           const sidl::array<double>& probabilities,
                           sidl::array<double, 2>& quantiles,
                           sidl::array<std::int64_t>& numValues) override;
    std::shared_ptr<TimerReader> createTimerReader(
        const sidl::array<std::string>& timerList) override;
    void getEventStatistics(const sidl::array<std::string>& eventList,
                            sidl::array<std::int64_t>& numSamples, sidl::array<double>& min,
                            sidl::array<double>& max, sidl::array<double>& mean,
                            sidl::array<double>& deviation) override;

private:
    std::shared_ptr<BackendSet> shared_;
};

}  // namespace performance::multiplexer
