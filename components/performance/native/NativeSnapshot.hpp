#pragma once

#include <performance/Snapshot.hpp>

#include "SharedEngine.hpp"
#include "TimerRows.hpp"

namespace performance::native {

/// One profile, kept as a value.
class NativeSnapshot final : public Snapshot {
public:
    explicit NativeSnapshot(gantry::perf::Profile profile)
        : profile_(std::move(profile)), timers_(profile_) {}

    double getTime() override { return static_cast<double>(profile_.timeNs) * 1e-9; }
    sidl::array<std::string> getCounterNames() override;
    sidl::array<std::string> getCounterUnits() override;
    sidl::array<std::string> getTimerNames() override;
    sidl::array<std::int32_t> getNumRunning() override;
    void getTimerData(sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override;
    std::string getDocument() override;

private:
    const gantry::perf::Profile profile_;
    const TimerRows timers_;
};

}  // namespace performance::native
