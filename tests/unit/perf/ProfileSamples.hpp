#pragma once

#include <perf/model/Flat.hpp>
#include <perf/model/Profile.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf::samples {

inline Profile withTimers(const std::vector<std::string>& names) {
    Profile profile;
    profile.metrics = {{"wall", "ns", "scripted"}};
    for (const std::string& name : names) {
        TimerInfo timer;
        timer.id = static_cast<std::uint32_t>(profile.timers.size());
        timer.name = name;
        timer.group = "default";
        profile.timers.push_back(timer);
    }
    return profile;
}

inline CallPathNode node(std::uint32_t timer, std::int32_t parent, std::uint64_t calls,
                         std::int64_t inclusive) {
    CallPathNode node;
    node.timer = timer;
    node.parent = parent;
    node.calls = calls;
    node.inclusive[0] = inclusive;
    return node;
}

/// Adds a thread with these nodes; child calls are derived from them.
inline ThreadProfile& addThread(Profile& profile, std::vector<CallPathNode> nodes) {
    ThreadProfile thread;
    thread.id = static_cast<std::uint32_t>(profile.threads.size());
    for (const CallPathNode& child : nodes) {
        if (child.parent >= 0 && profile.timers[child.timer].kind != TimerKind::Parameter) {
            nodes[static_cast<std::size_t>(child.parent)].childCalls += child.calls;
        }
    }
    thread.nodes = std::move(nodes);
    profile.threads.push_back(std::move(thread));
    return profile.threads.back();
}

/// The record of the timer with that full name.
inline TimerRecord find(const std::vector<TimerRecord>& records, const std::string& name) {
    const auto found = std::find_if(records.begin(), records.end(), [&](const TimerRecord& record) {
        return fullName(record.info) == name;
    });
    if (found == records.end()) {
        throw std::out_of_range("no record of timer '" + name + "'");
    }
    return *found;
}

}  // namespace gantry::perf::samples
