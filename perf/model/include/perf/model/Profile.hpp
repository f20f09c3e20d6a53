#pragma once

#include <perf/model/EventStats.hpp>
#include <perf/model/Metric.hpp>
#include <perf/model/Misuse.hpp>
#include <perf/model/ModuleRecords.hpp>
#include <perf/model/ProbeOverhead.hpp>
#include <perf/model/ProcessInfo.hpp>
#include <perf/model/RankReduction.hpp>
#include <perf/model/ThreadProfile.hpp>
#include <perf/model/TimerInfo.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// The machine a profile was measured on. What could not be read is empty or 0.
struct Machine {
    /// Its network name, as uname() gives it.
    std::string host;
    std::string cpuModel;
    std::uint32_t cores = 0;  ///< processors the system has online
    std::string os;
    std::string clockSource;  ///< the clock the operating system uses

    friend bool operator==(const Machine&, const Machine&) = default;
};

/// One component of the measured application: its instance name and its class. As the framework has
/// them; a plain program has none.
struct Instance {
    std::string name;
    std::string className;

    friend bool operator==(const Instance&, const Instance&) = default;
};

/// One connection between two ports of the measured application, by names of instances and ports.
struct Connection {
    std::string user;
    std::string usesPort;
    std::string provider;
    std::string providesPort;

    friend bool operator==(const Connection&, const Connection&) = default;
};

/// How the measured application was put together. Empty for a program without components. As it was
/// at the snapshot; changes before are in the archive's History.
///
///     for (const Connection& each : profile.assembly.connections) {
///         std::cout << each.user << '.' << each.usesPort << " -> " << each.provider << '\n';
///     }
struct Assembly {
    std::vector<Instance> instances;
    std::vector<Connection> connections;

    friend bool operator==(const Assembly&, const Assembly&) = default;
};

/// Everything that was measured up to one moment: a plain value that can be copied, compared,
/// stored, merged and subtracted.
///
/// References are places in its own vectors, and are sound in every profile that the engine or a
/// reader of this project makes: CallPathNode::timer is a place in `timers`, CallPathNode::parent a
/// smaller place in the same thread's nodes, TimerInfo::id the timer's own place,
/// ThreadProfile::process a place in `processes` or -1. Code that fills a
/// profile by hand owes the same. Copying costs its size, some 100 bytes for each call path of each
/// thread.
///
///     for (const ThreadProfile& thread : profile.threads) {
///         for (const CallPathNode& node : thread.nodes) {
///             use(profile.timers[node.timer].name, node.calls, node.inclusive[0]);
///         }
///     }
struct Profile {
    std::string created;      ///< moment of the snapshot, UTC, as 2026-01-31T12:00:00Z
    std::int64_t timeNs = 0;  ///< ns since the engine was made
    /// A profile with text here is shown with it: sums may be too small.
    std::string partial;            ///< what is missing and why, in words; empty when nothing is
    std::vector<Metric> metrics;    ///< at least one, at most kMaxMetrics
    std::vector<TimerInfo> timers;  ///< all registered ones, by id; those never started as well
    std::vector<ThreadProfile> threads;
    std::vector<EventStats> events;  ///< over all threads
    std::vector<Misuse> misuse;
    Machine machine;
    Assembly assembly;
    std::vector<std::pair<std::string, std::string>>
        context;                                 ///< further facts, free keys and texts
    std::optional<RankReduction> ranks;          ///< only for a parallel run
    std::optional<ProbeOverhead> probeOverhead;  ///< nothing where it is not known
    /// One for a profile of one process; several for a merged one.
    std::vector<ProcessInfo> processes{};  ///< by rank where they have one
    /// What modules recorded beside timers, such as of files; archives keep it, JSON does not.
    std::vector<ModuleRecords> modules{};

    friend bool operator==(const Profile&, const Profile&) = default;
};

}  // namespace gantry::perf
