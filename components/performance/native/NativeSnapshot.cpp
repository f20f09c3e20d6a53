#include "NativeSnapshot.hpp"

#include <perf/document/JsonProfile.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/NodeValues.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/PhaseValues.hpp>

#include "EventRows.hpp"
#include "NetTables.hpp"

namespace performance::native {
namespace {

template <class Element, class Source, class Get>
sidl::array<Element> arrayOf(const std::vector<Source>& sources, Get get) {
    using Array = sidl::array<Element>;
    Array elements(typename Array::Shape{static_cast<int>(sources.size())});
    for (std::size_t i = 0; i < sources.size(); ++i) {
        elements[static_cast<int>(i)] = get(sources[i]);
    }
    return elements;
}

// The row of each timer of the profile; -1 where it has none.
// A timer's id is its place in the profile's table of all timers. A row is its place in
// getTimerNames, and what all arrays of a snapshot refer to.
std::vector<std::int32_t> rowsOf(const gantry::perf::Profile& profile, const TimerRows& timers) {
    std::vector<std::int32_t> rowOf(profile.timers.size(), -1);
    for (std::size_t row = 0; row < timers.ids().size(); ++row) {
        rowOf[timers.ids()[row]] = static_cast<std::int32_t>(row);
    }
    return rowOf;
}

sidl::array<double, 2> valuesOf(const std::vector<gantry::perf::PhaseRecord>& records,
                                std::size_t counters,
                                gantry::perf::MetricValues gantry::perf::PhaseRecord::*values) {
    sidl::array<double, 2> table({static_cast<int>(records.size()), static_cast<int>(counters)});
    for (std::size_t i = 0; i < records.size(); ++i) {
        for (std::size_t m = 0; m < counters; ++m) {
            table(static_cast<int>(i), static_cast<int>(m)) =
                static_cast<double>((records[i].*values)[m]);
        }
    }
    return table;
}

// The call paths of all threads, one after the other.
class CallPathTable final {
public:
    CallPathTable(const gantry::perf::Profile& profile, const TimerRows& timers)
        : profile_(&profile), rowOf_(rowsOf(profile, timers)) {}

    void add(std::int32_t thread, const gantry::perf::ThreadProfile& from) {
        const auto first = static_cast<std::int32_t>(nodes.size());
        // A node comes after its parent, so parents and their phases are known when a node is
        // reached.
        for (const gantry::perf::CallPathNode& node : from.nodes) {
            threads.push_back(thread);
            rows.push_back(rowOf_[node.timer]);
            parents.push_back(node.parent < 0 ? -1 : first + node.parent);
            phases.push_back(parents.back() < 0 ? -1 : phaseBelow(parents.back()));
            nodes.push_back(&node);
        }
        const auto own = gantry::perf::exclusiveValues(from);
        exclusive.insert(exclusive.end(), own.begin(), own.end());
    }

    std::vector<std::int32_t> threads;
    std::vector<std::int32_t> rows;
    std::vector<std::int32_t> parents;
    std::vector<std::int32_t> phases;
    std::vector<const gantry::perf::CallPathNode*> nodes;
    std::vector<gantry::perf::MetricValues> exclusive;

private:
    // The innermost phase for what is directly below that call path.
    [[nodiscard]] std::int32_t phaseBelow(std::int32_t path) const {
        const auto index = static_cast<std::size_t>(path);
        const bool isPhase =
            profile_->timers[nodes[index]->timer].kind == gantry::perf::TimerKind::Phase;
        return isPhase ? rows[index] : phases[index];
    }

    const gantry::perf::Profile* profile_;
    std::vector<std::int32_t> rowOf_;
};

}  // namespace

sidl::array<std::string> NativeSnapshot::getCounterNames() {
    return arrayOf<std::string>(profile_.metrics, [](const auto& metric) { return metric.name; });
}

sidl::array<std::string> NativeSnapshot::getCounterUnits() {
    return arrayOf<std::string>(profile_.metrics, [](const auto& metric) { return metric.unit; });
}

sidl::array<std::string> NativeSnapshot::getTimerNames() {
    return arrayOf<std::string>(timers_.rows(), [](const TimerRow& row) { return row.name; });
}

sidl::array<std::int32_t> NativeSnapshot::getNumRunning() {
    return arrayOf<std::int32_t>(timers_.rows(), [](const TimerRow& row) { return row.running; });
}

void NativeSnapshot::getTimerData(sidl::array<double, 2>& counterExclusive,
                                  sidl::array<double, 2>& counterInclusive,
                                  sidl::array<std::int64_t>& numCalls,
                                  sidl::array<std::int64_t>& numChildCalls) {
    std::vector<const TimerRow*> rows;
    for (const TimerRow& row : timers_.rows()) {
        rows.push_back(&row);
    }
    counterExclusive = valuesOf(rows, profile_.metrics.size(), &TimerRow::exclusive);
    counterInclusive = valuesOf(rows, profile_.metrics.size(), &TimerRow::inclusive);
    numCalls = arrayOf<std::int64_t>(timers_.rows(),
                                     [](const TimerRow& row) { return std::int64_t(row.calls); });
    numChildCalls = arrayOf<std::int64_t>(
        timers_.rows(), [](const TimerRow& row) { return std::int64_t(row.childCalls); });
}

void NativeSnapshot::getCompensatedTimerData(sidl::array<double, 2>& counterExclusive,
                                             sidl::array<double, 2>& counterInclusive,
                                             sidl::array<double, 2>& exclusiveError,
                                             sidl::array<double, 2>& inclusiveError) {
    const gantry::perf::Profile net = gantry::perf::compensatedWhereKnown(profile_);
    const bool isKnown = gantry::perf::isCompensated(net);
    const std::size_t counters = profile_.metrics.size();
    const NetTables tables{counterExclusive, counterInclusive, exclusiveError, inclusiveError};
    tables.resize(timers_.rows().size(), counters, isKnown);
    const std::vector<std::int32_t> rowOf = rowsOf(profile_, timers_);
    for (const gantry::perf::TimerRecord& record : gantry::perf::flat(net)) {
        if (const std::int32_t row = rowOf[record.info.id]; row >= 0) {
            tables.set(static_cast<std::size_t>(row), record, counters, isKnown);
        }
    }
}

void NativeSnapshot::getCompensatedCallPathData(sidl::array<double, 2>& counterExclusive,
                                                sidl::array<double, 2>& counterInclusive,
                                                sidl::array<double, 2>& exclusiveError,
                                                sidl::array<double, 2>& inclusiveError) {
    const gantry::perf::Profile net = gantry::perf::compensatedWhereKnown(profile_);
    const bool isKnown = gantry::perf::isCompensated(net);
    std::vector<gantry::perf::NodeValues> records;
    for (const gantry::perf::ThreadProfile& thread : net.threads) {
        const auto ofThread = gantry::perf::nodeValues(net, thread);
        records.insert(records.end(), ofThread.begin(), ofThread.end());
    }
    const NetTables tables{counterExclusive, counterInclusive, exclusiveError, inclusiveError};
    tables.resize(records.size(), profile_.metrics.size(), isKnown);
    for (std::size_t row = 0; row < records.size(); ++row) {
        tables.set(row, records[row], profile_.metrics.size(), isKnown);
    }
}

void NativeSnapshot::getCompensatedPhaseData(bool byInstance,
                                             sidl::array<double, 2>& counterExclusive,
                                             sidl::array<double, 2>& counterInclusive,
                                             sidl::array<double, 2>& exclusiveError,
                                             sidl::array<double, 2>& inclusiveError) {
    const auto records = gantry::perf::compensatedPhaseValues(profile_, byInstance);
    const bool isKnown = profile_.probeOverhead || gantry::perf::isCompensated(profile_);
    const NetTables tables{counterExclusive, counterInclusive, exclusiveError, inclusiveError};
    tables.resize(records.size(), profile_.metrics.size(), isKnown);
    for (std::size_t row = 0; row < records.size(); ++row) {
        tables.set(row, records[row], profile_.metrics.size(), isKnown);
    }
}

std::string NativeSnapshot::getDocument() {
    return gantry::perf::toJson(profile_);
}

sidl::array<std::string> NativeSnapshot::getTimerGroups() {
    return arrayOf<std::string>(timers_.ids(),
                                [this](std::uint32_t id) { return profile_.timers[id].group; });
}

sidl::array<std::string> NativeSnapshot::getTimerKinds() {
    return arrayOf<std::string>(timers_.ids(), [this](std::uint32_t id) {
        return std::string(gantry::perf::kindName(profile_.timers[id].kind));
    });
}

sidl::array<std::string> NativeSnapshot::getThreadNames() {
    return arrayOf<std::string>(profile_.threads, [](const auto& thread) { return thread.name; });
}

void NativeSnapshot::getCallPathData(
    sidl::array<std::int32_t>& thread, sidl::array<std::int32_t>& timer,
    sidl::array<std::int32_t>& parent, sidl::array<std::int32_t>& phase,
    sidl::array<double, 2>& counterExclusive, sidl::array<double, 2>& counterInclusive,
    sidl::array<std::int64_t>& numCalls, sidl::array<std::int64_t>& numChildCalls) {
    CallPathTable table(profile_, timers_);
    for (std::size_t i = 0; i < profile_.threads.size(); ++i) {
        table.add(static_cast<std::int32_t>(i), profile_.threads[i]);
    }
    thread = sidl::array<std::int32_t>(table.threads);
    timer = sidl::array<std::int32_t>(table.rows);
    parent = sidl::array<std::int32_t>(table.parents);
    phase = sidl::array<std::int32_t>(table.phases);
    numCalls = arrayOf<std::int64_t>(table.nodes,
                                     [](const auto* node) { return std::int64_t(node->calls); });
    numChildCalls = arrayOf<std::int64_t>(
        table.nodes, [](const auto* node) { return std::int64_t(node->childCalls); });
    const auto length = static_cast<int>(table.nodes.size());
    const auto counters = static_cast<int>(profile_.metrics.size());
    counterExclusive = sidl::array<double, 2>({length, counters});
    counterInclusive = sidl::array<double, 2>({length, counters});
    for (int i = 0; i < length; ++i) {
        for (int m = 0; m < counters; ++m) {
            const auto path = static_cast<std::size_t>(i);
            const auto metric = static_cast<std::size_t>(m);
            counterExclusive(i, m) = static_cast<double>(table.exclusive[path][metric]);
            counterInclusive(i, m) = static_cast<double>(table.nodes[path]->inclusive[metric]);
        }
    }
}

sidl::array<std::string> NativeSnapshot::getEventNames() {
    return arrayOf<std::string>(triggered(profile_.events), [](const auto* event) {
        return gantry::perf::displayName(*event);
    });
}

void NativeSnapshot::getEventStatistics(sidl::array<std::int64_t>& numSamples,
                                        sidl::array<double>& min, sidl::array<double>& max,
                                        sidl::array<double>& mean, sidl::array<double>& deviation) {
    EventColumns{numSamples, min, max, mean, deviation}.fill(triggered(profile_.events));
}

void NativeSnapshot::getPhaseData(bool byInstance, sidl::array<std::int32_t>& phase,
                                  sidl::array<std::int32_t>& instance,
                                  sidl::array<std::int32_t>& timer,
                                  sidl::array<double, 2>& counterExclusive,
                                  sidl::array<double, 2>& counterInclusive,
                                  sidl::array<std::int64_t>& numCalls,
                                  sidl::array<std::int64_t>& numChildCalls) {
    using gantry::perf::PhaseRecord;
    const std::vector<PhaseRecord> records = gantry::perf::phaseValues(profile_, byInstance);
    const std::vector<std::int32_t> rowOf = rowsOf(profile_, timers_);
    const auto row = [&rowOf](std::int32_t id) {
        return id < 0 ? -1 : rowOf[static_cast<std::size_t>(id)];
    };
    phase = arrayOf<std::int32_t>(records, [&](const PhaseRecord& r) { return row(r.phase); });
    instance =
        arrayOf<std::int32_t>(records, [&](const PhaseRecord& r) { return row(r.instance); });
    timer = arrayOf<std::int32_t>(records, [&](const PhaseRecord& r) { return rowOf[r.timer]; });
    numCalls = arrayOf<std::int64_t>(
        records, [](const PhaseRecord& r) { return static_cast<std::int64_t>(r.calls); });
    numChildCalls = arrayOf<std::int64_t>(
        records, [](const PhaseRecord& r) { return static_cast<std::int64_t>(r.childCalls); });
    counterExclusive = valuesOf(records, profile_.metrics.size(), &PhaseRecord::exclusive);
    counterInclusive = valuesOf(records, profile_.metrics.size(), &PhaseRecord::inclusive);
}

}  // namespace performance::native
