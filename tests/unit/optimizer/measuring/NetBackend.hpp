#pragma once

#include <performance/CompensatedReader.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>
#include <performance/null/ContextEvent.hpp>
#include <performance/null/Control.hpp>
#include <performance/null/Event.hpp>
#include <performance/null/MemoryHeadroomTracker.hpp>
#include <performance/null/MemoryTracker.hpp>
#include <performance/null/Monitor.hpp>
#include <performance/null/PerfParam.hpp>
#include <performance/null/Phase.hpp>
#include <performance/null/Timer.hpp>
#include <performance/null/TimerReader.hpp>

#include <cstdint>
#include <memory>
#include <string>

/// A backend whose every timer took 1000 ns since the last reading, of which most is measurement
/// overhead. It does nothing else, as the null backend.
namespace optimizer::test {

/// What is left without the overhead, and its error bound, in ns.
struct NetTime {
    double took = 600;
    double error = 0;
    /// Counts readings; null: nobody does.
    int* readings = nullptr;
};

class WallSnapshot final : public performance::Snapshot {
public:
    double getTime() noexcept override { return {}; }
    sidl::array<std::string> getCounterNames() override { return {"wall"}; }
    sidl::array<std::string> getCounterUnits() override { return {"ns"}; }
    sidl::array<std::string> getTimerNames() override { return {}; }
    sidl::array<std::int32_t> getNumRunning() override { return {}; }
    void getTimerData(sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override {
        counterExclusive = {};
        counterInclusive = {};
        numCalls = {};
        numChildCalls = {};
    }
    std::string getDocument() override { return {}; }
    sidl::array<std::string> getTimerGroups() override { return {}; }
    sidl::array<std::string> getTimerKinds() override { return {}; }
    std::int32_t getRank() noexcept override { return {}; }
    sidl::array<std::string> getThreadNames() override { return {}; }
    void getCallPathData(sidl::array<std::int32_t>& thread, sidl::array<std::int32_t>& timer,
                         sidl::array<std::int32_t>& parent, sidl::array<std::int32_t>& phase,
                         sidl::array<double, 2>& counterExclusive,
                         sidl::array<double, 2>& counterInclusive,
                         sidl::array<std::int64_t>& numCalls,
                         sidl::array<std::int64_t>& numChildCalls) override {
        thread = {};
        timer = {};
        parent = {};
        phase = {};
        counterExclusive = {};
        counterInclusive = {};
        numCalls = {};
        numChildCalls = {};
    }
    sidl::array<std::string> getEventNames() override { return {}; }
    void getEventStatistics(sidl::array<std::int64_t>& numSamples, sidl::array<double>& min,
                            sidl::array<double>& max, sidl::array<double>& mean,
                            sidl::array<double>& deviation) override {
        numSamples = {};
        min = {};
        max = {};
        mean = {};
        deviation = {};
    }
    void getPhaseData(bool /*byInstance*/, sidl::array<std::int32_t>& phase,
                      sidl::array<std::int32_t>& instance, sidl::array<std::int32_t>& timer,
                      sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override {
        phase = {};
        instance = {};
        timer = {};
        counterExclusive = {};
        counterInclusive = {};
        numCalls = {};
        numChildCalls = {};
    }
};

class NetReader final : public performance::CompensatedReader {
public:
    explicit NetReader(NetTime time) : time_(time) {}
    sidl::array<std::string> getTimerNames() override { return {}; }
    sidl::array<std::string> getCounterNames() override { return {}; }
    void getTimerData(sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override {
        counterExclusive = {};
        counterInclusive = {};
        numCalls = {};
        numChildCalls = {};
    }
    void getDifference(sidl::array<double, 2>& counterExclusive,
                       sidl::array<double, 2>& counterInclusive,
                       sidl::array<std::int64_t>& numCalls,
                       sidl::array<std::int64_t>& numChildCalls) override {
        counterExclusive = sidl::array<double, 2>({1, 1});
        counterInclusive = sidl::array<double, 2>({1, 1});
        counterInclusive(0, 0) = 1000;
        numCalls = sidl::array<std::int64_t>({1});
        numChildCalls = sidl::array<std::int64_t>({1});
    }
    void getCompensatedData(sidl::array<double, 2>& counterExclusive,
                            sidl::array<double, 2>& counterInclusive,
                            sidl::array<double, 2>& exclusiveError,
                            sidl::array<double, 2>& inclusiveError) override {
        counterExclusive = {};
        counterInclusive = {};
        exclusiveError = {};
        inclusiveError = {};
    }
    void getCompensatedDifference(sidl::array<double, 2>& counterExclusive,
                                  sidl::array<double, 2>& counterInclusive,
                                  sidl::array<double, 2>& exclusiveError,
                                  sidl::array<double, 2>& inclusiveError) override {
        counterExclusive = sidl::array<double, 2>({1, 1});
        counterInclusive = sidl::array<double, 2>({1, 1});
        counterInclusive(0, 0) = time_.took;
        if (time_.readings != nullptr) {
            ++*time_.readings;
        }
        exclusiveError = sidl::array<double, 2>({1, 1});
        inclusiveError = sidl::array<double, 2>({1, 1});
        inclusiveError(0, 0) = time_.error;
    }

private:
    NetTime time_;
};

class NetQuery final : public performance::Query {
public:
    explicit NetQuery(NetTime time) : time_(time) {}
    sidl::array<std::string> getTimerNames() override { return {}; }
    sidl::array<std::string> getCounterNames() override { return {}; }
    void getTimerData(const sidl::array<std::string>& /*timerList*/,
                      sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int32_t>& numCalls,
                      sidl::array<std::int32_t>& numChildCalls,
                      sidl::array<std::string>& counterNames, std::int32_t& numCounters) override {
        counterExclusive = {};
        counterInclusive = {};
        numCalls = {};
        numChildCalls = {};
        counterNames = {};
        numCounters = {};
    }
    sidl::array<std::string> getEventNames() override { return {}; }
    void getEventData(const sidl::array<std::string>& /*eventList*/,
                      sidl::array<std::int32_t>& numSamples, sidl::array<double>& max,
                      sidl::array<double>& min, sidl::array<double>& mean,
                      sidl::array<double>& sumSqr) override {
        numSamples = {};
        max = {};
        min = {};
        mean = {};
        sumSqr = {};
    }
    std::shared_ptr<performance::Snapshot> getSnapshot() override {
        return std::make_shared<WallSnapshot>();
    }
    void dumpProfileData() noexcept override {}
    void dumpProfileDataPrefix(const std::string& /*prefix*/) override {}
    void dumpProfileDataIncremental() noexcept override {}
    void dumpTimerNames() noexcept override {}
    void dumpTimerData(const sidl::array<std::string>& /*timerList*/) override {}
    void dumpTimerDataIncremental(const sidl::array<std::string>& /*timerList*/) override {}
    void getEventQuantiles(const sidl::array<std::string>& /*eventList*/,
                           const sidl::array<double>& /*probabilities*/,
                           sidl::array<double, 2>& quantiles,
                           sidl::array<std::int64_t>& numValues) override {
        quantiles = {};
        numValues = {};
    }
    std::shared_ptr<performance::TimerReader> createTimerReader(
        const sidl::array<std::string>& /*timerList*/) override {
        return std::make_shared<NetReader>(time_);
    }
    void getEventStatistics(const sidl::array<std::string>& /*eventList*/,
                            sidl::array<std::int64_t>& numSamples, sidl::array<double>& min,
                            sidl::array<double>& max, sidl::array<double>& mean,
                            sidl::array<double>& deviation) override {
        numSamples = {};
        min = {};
        max = {};
        mean = {};
        deviation = {};
    }

private:
    NetTime time_;
};

class NetMeasurement final : public performance::Measurement {
public:
    explicit NetMeasurement(NetTime time = {}) : time_(time) {}
    std::shared_ptr<performance::Timer> createTimer() override {
        return std::make_shared<performance::null::Timer>();
    }
    std::shared_ptr<performance::Timer> createTimerWithName(const std::string& /*name*/) override {
        return std::make_shared<performance::null::Timer>();
    }
    std::shared_ptr<performance::Timer> createTimerWithNameType(
        const std::string& /*name*/, const std::string& /*type*/) override {
        return std::make_shared<performance::null::Timer>();
    }
    std::shared_ptr<performance::Timer> createTimerWithNameTypeGroup(
        const std::string& /*name*/, const std::string& /*type*/,
        const std::string& /*group*/) override {
        return std::make_shared<performance::null::Timer>();
    }
    std::shared_ptr<performance::Phase> createPhase() override {
        return std::make_shared<performance::null::Phase>();
    }
    std::shared_ptr<performance::Phase> createPhaseWithName(const std::string& /*name*/) override {
        return std::make_shared<performance::null::Phase>();
    }
    std::shared_ptr<performance::Phase> createPhaseWithNameType(
        const std::string& /*name*/, const std::string& /*type*/) override {
        return std::make_shared<performance::null::Phase>();
    }
    std::shared_ptr<performance::Phase> createPhaseWithNameTypeGroup(
        const std::string& /*name*/, const std::string& /*type*/,
        const std::string& /*group*/) override {
        return std::make_shared<performance::null::Phase>();
    }
    std::shared_ptr<performance::Query> createQuery() override {
        return std::make_shared<NetQuery>(time_);
    }
    std::shared_ptr<performance::MemoryTracker> createMemoryTracker() override {
        return std::make_shared<performance::null::MemoryTracker>();
    }
    std::shared_ptr<performance::MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return std::make_shared<performance::null::MemoryHeadroomTracker>();
    }
    std::shared_ptr<performance::Event> createEvent() override {
        return std::make_shared<performance::null::Event>();
    }
    std::shared_ptr<performance::Event> createEventWithName(const std::string& /*name*/) override {
        return std::make_shared<performance::null::Event>();
    }
    std::shared_ptr<performance::ContextEvent> createContextEventWithName(
        const std::string& /*name*/) override {
        return std::make_shared<performance::null::ContextEvent>();
    }
    std::shared_ptr<performance::Control> createControl() override {
        return std::make_shared<performance::null::Control>();
    }
    std::shared_ptr<performance::Monitor> getMonitor() override {
        return std::make_shared<performance::null::Monitor>();
    }
    std::shared_ptr<performance::PerfParam> getPerfParam() override {
        return std::make_shared<performance::null::PerfParam>();
    }

private:
    NetTime time_;
};

}  // namespace optimizer::test
