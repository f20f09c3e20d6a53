#pragma once

#include <performance/CompensatedSnapshot.hpp>
#include <performance/Snapshot.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "services/OwnTimers.hpp"

namespace gantry::framework {

/// A snapshot restricted to the timers of one instance. Times, counters, threads and rank are those
/// of the whole. A call path has the nearest call path of the instance as its parent; a phase of
/// another instance is -1. Events belong to no instance, and there is no document of a part: both
/// are empty.
class InstanceSnapshot : public virtual performance::Snapshot {
public:
    InstanceSnapshot(std::shared_ptr<performance::Snapshot> whole, const OwnTimers& own)
        : whole_(std::move(whole)), own_(own.in(*whole_)) {}

    double getTime() override { return whole_->getTime(); }
    sidl::array<std::string> getCounterNames() override { return whole_->getCounterNames(); }
    sidl::array<std::string> getCounterUnits() override { return whole_->getCounterUnits(); }
    sidl::array<std::string> getTimerNames() override;
    sidl::array<std::int32_t> getNumRunning() override;
    void getTimerData(sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override;
    std::string getDocument() override { return {}; }
    sidl::array<std::string> getTimerGroups() override;
    sidl::array<std::string> getTimerKinds() override;
    std::int32_t getRank() override { return whole_->getRank(); }
    sidl::array<std::string> getThreadNames() override { return whole_->getThreadNames(); }
    void getCallPathData(sidl::array<std::int32_t>& thread, sidl::array<std::int32_t>& timer,
                         sidl::array<std::int32_t>& parent, sidl::array<std::int32_t>& phase,
                         sidl::array<double, 2>& counterExclusive,
                         sidl::array<double, 2>& counterInclusive,
                         sidl::array<std::int64_t>& numCalls,
                         sidl::array<std::int64_t>& numChildCalls) override;
    sidl::array<std::string> getEventNames() override { return {}; }
    void getEventStatistics(sidl::array<std::int64_t>& numSamples, sidl::array<double>& min,
                            sidl::array<double>& max, sidl::array<double>& mean,
                            sidl::array<double>& deviation) override;
    void getPhaseData(bool byInstance, sidl::array<std::int32_t>& phase,
                      sidl::array<std::int32_t>& instance, sidl::array<std::int32_t>& timer,
                      sidl::array<double, 2>& counterExclusive,
                      sidl::array<double, 2>& counterInclusive, sidl::array<std::int64_t>& numCalls,
                      sidl::array<std::int64_t>& numChildCalls) override;

protected:
    /// Indices of the timers in the whole, rising.
    [[nodiscard]] const std::vector<int>& own() const noexcept { return own_; }
    /// Of rows of the whole, each of the timer at that index in the whole: those that stay.
    [[nodiscard]] std::vector<int> keptRows(const sidl::array<std::int32_t>& timers) const;

private:
    std::shared_ptr<performance::Snapshot> whole_;
    std::vector<int> own_;
};

/// The same of a snapshot that knows what measuring itself cost.
class CompensatedInstanceSnapshot final : public InstanceSnapshot,
                                          public performance::CompensatedSnapshot {
public:
    CompensatedInstanceSnapshot(std::shared_ptr<performance::CompensatedSnapshot> whole,
                                const OwnTimers& own)
        : InstanceSnapshot(whole, own), net_(std::move(whole)) {}

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

private:
    std::shared_ptr<performance::CompensatedSnapshot> net_;
};

/// The one of the two that fits the whole.
std::shared_ptr<performance::Snapshot> snapshotOfInstance(
    const std::shared_ptr<performance::Snapshot>& whole, const OwnTimers& own);

}  // namespace gantry::framework
