#pragma once

#include <performance/Query.hpp>

#include <functional>
#include <memory>
#include <string>

#include "Session.hpp"

namespace performance::native {

/// Answers from a snapshot of the engine taken for each question; costs about that of copying all
/// figures. The files are PREFIX.gantry.json, PREFIX.N.gantry.json, PREFIX.timers.json,
/// PREFIX.timerdata.json, PREFIX.N.timerdata.json.
class NativeQuery final : public Query {
public:
    /// prefix: how the paths of the files begin.
    NativeQuery(std::shared_ptr<Session> session, std::string prefix)
        : session_(std::move(session)), prefix_(std::move(prefix)) {}

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

private:
    std::shared_ptr<Session> session_;
    std::string prefix_;
};

}  // namespace performance::native
