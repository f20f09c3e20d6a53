// A snapshot of all timers, reduced to those of one instance. Indices into timers are translated to
// the rows that are left; own_ holds their places in rising order.

#include "services/InstanceSnapshot.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "services/rowsOf.hpp"

namespace gantry::framework {
namespace {

/// The place of number in rising numbers; -1 if it is not there.
int placeOf(const std::vector<int>& numbers, int number) {
    const auto found = std::lower_bound(numbers.begin(), numbers.end(), number);
    return found == numbers.end() || *found != number ? -1
                                                      : static_cast<int>(found - numbers.begin());
}

void reduce(const std::array<sidl::array<double, 2>*, 4>& tables, const std::vector<int>& rows) {
    for (sidl::array<double, 2>* const table : tables) {
        *table = rowsOf(*table, rows);
    }
}

}  // namespace

std::vector<int> InstanceSnapshot::keptRows(const sidl::array<std::int32_t>& timers) const {
    std::vector<int> kept;
    for (int row = 0; row < timers.length(); ++row) {
        if (placeOf(own_, timers[row]) >= 0) {
            kept.push_back(row);
        }
    }
    return kept;
}

sidl::array<std::string> InstanceSnapshot::getTimerNames() {
    return rowsOf(whole_->getTimerNames(), own_);
}

sidl::array<std::int32_t> InstanceSnapshot::getNumRunning() {
    return rowsOf(whole_->getNumRunning(), own_);
}

void InstanceSnapshot::getTimerData(sidl::array<double, 2>& counterExclusive,
                                    sidl::array<double, 2>& counterInclusive,
                                    sidl::array<std::int64_t>& numCalls,
                                    sidl::array<std::int64_t>& numChildCalls) {
    whole_->getTimerData(counterExclusive, counterInclusive, numCalls, numChildCalls);
    counterExclusive = rowsOf(counterExclusive, own_);
    counterInclusive = rowsOf(counterInclusive, own_);
    numCalls = rowsOf(numCalls, own_);
    numChildCalls = rowsOf(numChildCalls, own_);
}

void CompensatedInstanceSnapshot::getCompensatedTimerData(sidl::array<double, 2>& counterExclusive,
                                                          sidl::array<double, 2>& counterInclusive,
                                                          sidl::array<double, 2>& exclusiveError,
                                                          sidl::array<double, 2>& inclusiveError) {
    net_->getCompensatedTimerData(counterExclusive, counterInclusive, exclusiveError,
                                  inclusiveError);
    reduce({&counterExclusive, &counterInclusive, &exclusiveError, &inclusiveError}, own());
}

void CompensatedInstanceSnapshot::getCompensatedCallPathData(
    sidl::array<double, 2>& counterExclusive, sidl::array<double, 2>& counterInclusive,
    sidl::array<double, 2>& exclusiveError, sidl::array<double, 2>& inclusiveError) {
    sidl::array<std::int32_t> thread;
    sidl::array<std::int32_t> timer;
    sidl::array<std::int32_t> parent;
    sidl::array<std::int32_t> phase;
    sidl::array<std::int64_t> numCalls;
    sidl::array<std::int64_t> numChildCalls;
    net_->getCallPathData(thread, timer, parent, phase, counterExclusive, counterInclusive,
                          numCalls, numChildCalls);
    const std::vector<int> kept = keptRows(timer);
    net_->getCompensatedCallPathData(counterExclusive, counterInclusive, exclusiveError,
                                     inclusiveError);
    reduce({&counterExclusive, &counterInclusive, &exclusiveError, &inclusiveError}, kept);
}

void CompensatedInstanceSnapshot::getCompensatedPhaseData(bool byInstance,
                                                          sidl::array<double, 2>& counterExclusive,
                                                          sidl::array<double, 2>& counterInclusive,
                                                          sidl::array<double, 2>& exclusiveError,
                                                          sidl::array<double, 2>& inclusiveError) {
    sidl::array<std::int32_t> phase;
    sidl::array<std::int32_t> instance;
    sidl::array<std::int32_t> timer;
    sidl::array<std::int64_t> numCalls;
    sidl::array<std::int64_t> numChildCalls;
    net_->getPhaseData(byInstance, phase, instance, timer, counterExclusive, counterInclusive,
                       numCalls, numChildCalls);
    const std::vector<int> kept = keptRows(timer);
    net_->getCompensatedPhaseData(byInstance, counterExclusive, counterInclusive, exclusiveError,
                                  inclusiveError);
    reduce({&counterExclusive, &counterInclusive, &exclusiveError, &inclusiveError}, kept);
}

// Callers find out by a cast whether overhead is compensated, so the view has that interface
// exactly where the backend's snapshot has it.
std::shared_ptr<performance::Snapshot> snapshotOfInstance(
    const std::shared_ptr<performance::Snapshot>& whole, const OwnTimers& own) {
    if (auto net = std::dynamic_pointer_cast<performance::CompensatedSnapshot>(whole)) {
        return std::make_shared<CompensatedInstanceSnapshot>(std::move(net), own);
    }
    return std::make_shared<InstanceSnapshot>(whole, own);
}

sidl::array<std::string> InstanceSnapshot::getTimerGroups() {
    return rowsOf(whole_->getTimerGroups(), own_);
}

sidl::array<std::string> InstanceSnapshot::getTimerKinds() {
    return rowsOf(whole_->getTimerKinds(), own_);
}

// NOLINTNEXTLINE(readability-function-size): the parameters are those of the port
void InstanceSnapshot::getCallPathData(
    sidl::array<std::int32_t>& thread, sidl::array<std::int32_t>& timer,
    sidl::array<std::int32_t>& parent, sidl::array<std::int32_t>& phase,
    sidl::array<double, 2>& counterExclusive, sidl::array<double, 2>& counterInclusive,
    sidl::array<std::int64_t>& numCalls, sidl::array<std::int64_t>& numChildCalls) {
    whole_->getCallPathData(thread, timer, parent, phase, counterExclusive, counterInclusive,
                            numCalls, numChildCalls);
    std::vector<int> kept;
    // Where each path of the whole, or the nearest one above it that is kept, is among the kept
    // ones. A path comes after the one above it.
    std::vector<std::int32_t> nearest;
    auto parents = zeros<std::int32_t>(timer.length());
    for (int path = 0; path < timer.length(); ++path) {
        const std::int32_t above =
            parent[path] < 0 ? -1 : nearest[static_cast<std::size_t>(parent[path])];
        const std::int32_t own = placeOf(own_, timer[path]);
        if (own >= 0) {
            parents[static_cast<int>(kept.size())] = above;
            nearest.push_back(static_cast<std::int32_t>(kept.size()));
            kept.push_back(path);
        } else {
            nearest.push_back(above);
        }
    }
    thread = rowsOf(thread, kept);
    timer = rowsOf(timer, kept);
    phase = rowsOf(phase, kept);
    parent = sidl::array<std::int32_t>(parents.begin(), parents.begin() + kept.size());
    for (int path = 0; path < timer.length(); ++path) {
        // A phase of another instance has no row here, and becomes -1 as if there were none.
        timer[path] = placeOf(own_, timer[path]);
        phase[path] = phase[path] < 0 ? -1 : placeOf(own_, phase[path]);
    }
    counterExclusive = rowsOf(counterExclusive, kept);
    counterInclusive = rowsOf(counterInclusive, kept);
    numCalls = rowsOf(numCalls, kept);
    numChildCalls = rowsOf(numChildCalls, kept);
}

void InstanceSnapshot::getEventStatistics(sidl::array<std::int64_t>& numSamples,
                                          sidl::array<double>& min, sidl::array<double>& max,
                                          sidl::array<double>& mean,
                                          sidl::array<double>& deviation) {
    numSamples = {};
    min = {};
    max = {};
    mean = {};
    deviation = {};
}

// NOLINTNEXTLINE(readability-function-size): the parameters are those of the port
void InstanceSnapshot::getPhaseData(bool byInstance, sidl::array<std::int32_t>& phase,
                                    sidl::array<std::int32_t>& instance,
                                    sidl::array<std::int32_t>& timer,
                                    sidl::array<double, 2>& counterExclusive,
                                    sidl::array<double, 2>& counterInclusive,
                                    sidl::array<std::int64_t>& numCalls,
                                    sidl::array<std::int64_t>& numChildCalls) {
    whole_->getPhaseData(byInstance, phase, instance, timer, counterExclusive, counterInclusive,
                         numCalls, numChildCalls);
    const std::vector<int> kept = keptRows(timer);
    for (sidl::array<std::int32_t>* const indices : {&phase, &instance, &timer}) {
        *indices = rowsOf(*indices, kept);
        for (std::int32_t& index : *indices) {
            index = index < 0 ? -1 : placeOf(own_, index);
        }
    }
    counterExclusive = rowsOf(counterExclusive, kept);
    counterInclusive = rowsOf(counterInclusive, kept);
    numCalls = rowsOf(numCalls, kept);
    numChildCalls = rowsOf(numChildCalls, kept);
}

}  // namespace gantry::framework
