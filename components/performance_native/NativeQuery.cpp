#include "NativeQuery.hpp"

#include <algorithm>
#include <limits>

#include "NativeSnapshot.hpp"
#include "ProfileFiles.hpp"

namespace performance::native {
namespace {

// Counts beyond the interface's range stay at its end.
std::int32_t saturated(std::uint64_t count) {
    return static_cast<std::int32_t>(
        std::min<std::uint64_t>(count, std::numeric_limits<std::int32_t>::max()));
}

// length zeros.
template <class Number>
sidl::array<Number> zeros(int length) {
    return sidl::array<Number>(typename sidl::array<Number>::Shape{length});
}

// Writes into a numbered file that did not exist; takes it away again where that fails.
template <class Write>
void writeNumbered(const std::string& prefix, const std::string& suffix, Write write) {
    const std::string path = reserveNumbered(prefix, suffix);
    try {
        write(path);
    } catch (...) {
        std::remove(path.c_str());
        throw;
    }
}

}  // namespace

sidl::array<std::string> NativeQuery::getTimerNames() {
    return NativeSnapshot(session_->engine.snapshot()).getTimerNames();
}

sidl::array<std::string> NativeQuery::getCounterNames() {
    std::vector<std::string> names;
    for (const gantry::perf::Metric& metric : session_->engine.metrics()) {
        names.push_back(metric.name);
    }
    return sidl::array<std::string>(names);
}

void NativeQuery::getTimerData(const sidl::array<std::string>& timerList,
                               sidl::array<double, 2>& counterExclusive,
                               sidl::array<double, 2>& counterInclusive,
                               sidl::array<std::int32_t>& numCalls,
                               sidl::array<std::int32_t>& numChildCalls,
                               sidl::array<std::string>& counterNames, std::int32_t& numCounters) {
    const TimerRows timers(session_->engine.snapshot());
    counterNames = getCounterNames();
    numCounters = counterNames.length();
    numCalls = zeros<std::int32_t>(timerList.length());
    numChildCalls = zeros<std::int32_t>(timerList.length());
    std::vector<const TimerRow*> rows;
    for (const std::string& name : timerList.toVector()) {
        const TimerRow* row = timers.find(name);
        const auto index = static_cast<int>(rows.size());
        numCalls[index] = row ? saturated(row->calls) : 0;
        numChildCalls[index] = row ? saturated(row->childCalls) : 0;
        rows.push_back(row);
    }
    const auto counters = static_cast<std::size_t>(numCounters);
    counterExclusive = valuesOf(rows, counters, &TimerRow::exclusive);
    counterInclusive = valuesOf(rows, counters, &TimerRow::inclusive);
}

sidl::array<std::string> NativeQuery::getEventNames() {
    std::vector<std::string> names;
    for (const gantry::perf::EventStats& event : session_->engine.snapshot().events) {
        if (event.count > 0) {
            names.push_back(gantry::perf::displayName(event));
        }
    }
    return sidl::array<std::string>(names);
}

void NativeQuery::getEventData(const sidl::array<std::string>& eventList,
                               sidl::array<std::int32_t>& numSamples, sidl::array<double>& max,
                               sidl::array<double>& min, sidl::array<double>& mean,
                               sidl::array<double>& sumSqr) {
    const std::vector<gantry::perf::EventStats> events = session_->engine.snapshot().events;
    const std::vector<std::string> names = eventList.toVector();
    const auto length = static_cast<int>(names.size());
    numSamples = zeros<std::int32_t>(length);
    max = zeros<double>(length);
    min = zeros<double>(length);
    mean = zeros<double>(length);
    sumSqr = zeros<double>(length);
    for (int i = 0; i < length; ++i) {
        const auto event =
            std::find_if(events.begin(), events.end(), [&](const gantry::perf::EventStats& known) {
                return gantry::perf::displayName(known) == names[static_cast<std::size_t>(i)];
            });
        if (event != events.end()) {
            numSamples[i] = saturated(event->count);
            max[i] = event->max;
            min[i] = event->min;
            mean[i] = event->mean;
            sumSqr[i] = event->sumSquares;
        }
    }
}

std::shared_ptr<Snapshot> NativeQuery::getSnapshot() {
    return gantry::makeHeld<NativeSnapshot>(session_->library(), session_->profile());
}

void NativeQuery::dumpProfileData() {
    dumpProfileDataPrefix(prefix_);
}

void NativeQuery::dumpProfileDataPrefix(const std::string& prefix) {
    dumpProfile(prefix + ".gantry.json", session_->profile());
}

void NativeQuery::dumpProfileDataIncremental() {
    writeNumbered(prefix_, ".gantry.json",
                  [&](const std::string& path) { dumpProfile(path, session_->profile()); });
}

void NativeQuery::dumpTimerNames() {
    dumpNames(prefix_ + ".timers.json", TimerRows(session_->engine.snapshot()));
}

void NativeQuery::dumpTimerData(const sidl::array<std::string>& timerList) {
    dumpTimers(prefix_ + ".timerdata.json", session_->engine.snapshot(), timerList.toVector());
}

void NativeQuery::dumpTimerDataIncremental(const sidl::array<std::string>& timerList) {
    writeNumbered(prefix_, ".timerdata.json", [&](const std::string& path) {
        dumpTimers(path, session_->engine.snapshot(), timerList.toVector());
    });
}

}  // namespace performance::native
