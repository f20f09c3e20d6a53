#pragma once

#include <perf/document/ProfileSource.hpp>
#include <performance/CompensatedSnapshot.hpp>

#include "SharedEngine.hpp"
#include "TimerRows.hpp"

namespace performance::native {

/// One profile, kept as a value.
class NativeSnapshot final : public CompensatedSnapshot, public gantry::perf::ProfileSource {
public:
    /// rank: of this process.
    explicit NativeSnapshot(gantry::perf::Profile profile, std::int32_t rank = 0)
        : profile_(std::move(profile)), rank_(rank) {}

    double getTime() override { return static_cast<double>(profile_.timeNs) * 1e-9; }
    sidl::array<std::string> getCounterNames() override;
    sidl::array<std::string> getCounterUnits() override;
    sidl::array<std::string> getTimerNames() override;
    sidl::array<std::int32_t> getNumRunning() override;
    void getTimerData(sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override;
    void getCompensatedTimerData(sidl::array<double, 2>& counterExclusive,
                                 sidl::array<double, 2>& counterInclusive,
                                 sidl::array<double, 2>& exclusiveError,
                                 sidl::array<double, 2>& inclusiveError) override;
    void getCompensatedCallPathData(sidl::array<double, 2>& counterExclusive,
                                    sidl::array<double, 2>& counterInclusive,
                                    sidl::array<double, 2>& exclusiveError,
                                    sidl::array<double, 2>& inclusiveError) override;
    void getCompensatedPhaseData(bool byInstance, sidl::array<double, 2>& counterExclusive,
                                 sidl::array<double, 2>& counterInclusive,
                                 sidl::array<double, 2>& exclusiveError,
                                 sidl::array<double, 2>& inclusiveError) override;
    std::string getDocument() override;
    sidl::array<std::string> getTimerGroups() override;
    sidl::array<std::string> getTimerKinds() override;
    std::int32_t getRank() override { return rank_; }
    sidl::array<std::string> getThreadNames() override;
    void getCallPathData(sidl::array<std::int32_t>& thread, sidl::array<std::int32_t>& timer,
                         sidl::array<std::int32_t>& parent, sidl::array<std::int32_t>& phase,
                         sidl::array<double, 2>& counterExclusive,
                         sidl::array<double, 2>& counterInclusive,
                         sidl::array<std::int64_t>& numCalls,
                         sidl::array<std::int64_t>& numChildCalls) override;
    sidl::array<std::string> getEventNames() override;
    void getEventStatistics(sidl::array<std::int64_t>& numSamples, sidl::array<double>& min,
                            sidl::array<double>& max, sidl::array<double>& mean,
                            sidl::array<double>& deviation) override;
    void getPhaseData(bool byInstance, sidl::array<std::int32_t>& phase,
                      sidl::array<std::int32_t>& instance, sidl::array<std::int32_t>& timer,
                      sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override;
    [[nodiscard]] const gantry::perf::Profile* profile(
        std::uint64_t layout) const noexcept override {
        return layout == gantry::perf::profileLayout() ? &profile_ : nullptr;
    }

private:
    const gantry::perf::Profile profile_;
    const TimerRows timers_{profile_, TimerRows::Groups::Apart};
    const std::int32_t rank_;
};

}  // namespace performance::native
