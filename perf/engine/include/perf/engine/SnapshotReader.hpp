#pragma once

#include <perf/engine/EventTable.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/ThreadRegistry.hpp>
#include <perf/engine/TimerTable.hpp>
#include <perf/model/Profile.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// Reads the records of all threads into a profile while they are being written. Takes each
/// thread's nodes from the last to the first, that is children before parents: whatever a child
/// shows, its parents read later contain it. The tables must outlive the reader.
class SnapshotReader final {
public:
    SnapshotReader(const MetricSet& metrics, const TimerTable& timers, const EventTable& events,
                   const ThreadRegistry& threads) noexcept
        : metrics_(metrics), timers_(timers), events_(events), threads_(threads) {}

    /// Fills metrics, timers, threads, events and misuse. With countOpen, each timer that still
    /// runs is added to the misuse as left open.
    void read(Profile& profile, bool countOpen);

private:
    struct EventPart {
        std::uint32_t event;
        std::string path;
        Moments moments;
        QuantileSketch quantiles;
    };

    ThreadProfile readThread(const ThreadArea& area) const;
    CallPathNode readNode(const NodeRecord& record, pid_t thread) const noexcept;
    void addEvents(Profile& profile);
    void addMisuse(Profile& profile, const ThreadArea& area) const;
    static void addOpen(Profile& profile, const ThreadProfile& thread);

    const MetricSet& metrics_;
    const TimerTable& timers_;
    const EventTable& events_;
    const ThreadRegistry& threads_;
};

}  // namespace gantry::perf
