#pragma once

#include <gantry/Parameters.hpp>
#include <performance/Query.hpp>

#include <memory>
#include <string>

#include "SharedEngine.hpp"

namespace performance::native {

/// getTimerData looks at the timers it is asked for alone; all other answers come from a snapshot
/// of the engine taken for each question, which costs about that of copying all figures. The files
/// are PREFIX.gantry.json, PREFIX.N.gantry.json, PREFIX.timers.json, PREFIX.timerdata.json,
/// PREFIX.N.timerdata.json; in a run of several ranks PREFIX.RANK stands for PREFIX, so that every
/// rank has files of its own.
class NativeQuery final : public Query {
public:
    /// parameters has the file prefix; it is read at each dump.
    NativeQuery(std::shared_ptr<SharedEngine> shared,
                std::shared_ptr<const gantry::Parameters> parameters)
        : shared_(std::move(shared)), parameters_(std::move(parameters)) {}

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
    [[nodiscard]] std::string prefix() const;
    [[nodiscard]] std::string ofThisRank(const std::string& prefix) const;

    std::shared_ptr<SharedEngine> shared_;
    std::shared_ptr<const gantry::Parameters> parameters_;
};

}  // namespace performance::native
