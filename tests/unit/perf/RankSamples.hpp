#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <string>

#include "ProfileSamples.hpp"

namespace gantry::perf::samples {

/// What rank `rank` of `size` measured: timers that differ by rank, one worker thread for odd
/// ranks, one event.
inline Profile profileOfRank(std::uint32_t rank, std::uint32_t size = 4) {
    Profile profile = withTimers({"main", rank % 2 == 0 ? "even" : "odd", "shared"});
    const auto value = static_cast<std::int64_t>(rank);
    addThread(profile, {node(0, -1, 1, 1000 + value), node(1, 0, 2, 300 + 7 * value),
                        node(2, 0, rank + 1, 10 * value)});
    profile.threads[0].role = ThreadRole::Main;
    if (rank % 2 == 1) {
        addThread(profile, {node(2, -1, 1, 50 + value)}).role = ThreadRole::Worker;
    }
    for (ThreadProfile& thread : profile.threads) {
        thread.process = 0;
    }
    const std::string host = rank < 2 ? "node1" : "node2";
    profile.processes = {
        {"job7", host, "boot-" + host, 4000 + value, static_cast<std::int32_t>(rank), size}};
    profile.machine.host = host;
    EventStats event;
    event.name = "bytes";
    event.add(0.1 * static_cast<double>(rank + 1));
    profile.events = {event};
    profile.misuse = {{MisuseKind::StopWithoutStart, "main", "", rank + 1, 0}};
    ProbeOverhead overhead;
    overhead.pair[0] = 10.0 + rank;
    profile.probeOverhead = overhead;
    profile.timeNs = 1000 + value;
    return profile;
}

}  // namespace gantry::perf::samples
