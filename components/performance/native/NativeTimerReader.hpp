#pragma once

#include <perf/segment/TimerIndex.hpp>
#include <performance/CompensatedReader.hpp>

#include <memory>
#include <string>
#include <vector>

#include "SharedEngine.hpp"

namespace performance::native {

/// The values of those timers one after the other, as Engine::valuesOf() has each.
[[nodiscard]] std::vector<gantry::perf::TimerValues> valuesOf(
    const gantry::perf::Engine& engine, const std::vector<std::string>& timers,
    bool withBelow = false);

/// [timer][counter] values.
[[nodiscard]] sidl::array<double, 2> tableOf(
    const std::vector<gantry::perf::TimerValues>& timers, std::size_t counters,
    gantry::perf::MetricValues gantry::perf::TimerValues::*values);

/// Asks the engine for each of its timers at every reading. One thread at a time.
class NativeTimerReader final : public CompensatedReader {
public:
    NativeTimerReader(std::shared_ptr<SharedEngine> shared, std::vector<std::string> timers);

    sidl::array<std::string> getTimerNames() override;
    sidl::array<std::string> getCounterNames() override;
    void getTimerData(sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override;
    void getDifference(sidl::array<double, 2>& counterExclusive,
                       sidl::array<double, 2>& counterInclusive,
                       sidl::array<std::int64_t>& numCalls,
                       sidl::array<std::int64_t>& numChildCalls) override;
    void getCompensatedData(sidl::array<double, 2>& counterExclusive,
                            sidl::array<double, 2>& counterInclusive,
                            sidl::array<double, 2>& exclusiveError,
                            sidl::array<double, 2>& inclusiveError) override;
    void getCompensatedDifference(sidl::array<double, 2>& counterExclusive,
                                  sidl::array<double, 2>& counterInclusive,
                                  sidl::array<double, 2>& exclusiveError,
                                  sidl::array<double, 2>& inclusiveError) override;

private:
    std::vector<gantry::perf::TimerValues> added();

    std::shared_ptr<SharedEngine> shared_;
    const std::vector<std::string> timers_;
    const std::size_t counters_;
    std::vector<gantry::perf::TimerValues> last_;
};

}  // namespace performance::native
