#pragma once

#include <perf/model/Flat.hpp>
#include <perf/model/Profile.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
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

/// A profile with something in every place.
inline Profile fullProfile() {
    Profile profile = withTimers({"main", "solve", "solve [ n = 3 ]"});
    profile.timers[1].kind = TimerKind::Phase;
    profile.timers[2].kind = TimerKind::Parameter;
    profile.timers[2].base = 1;
    profile.created = "2026-01-31T12:00:00Z";
    profile.timeNs = 123456789012345;
    profile.metrics.push_back({"cpu", "ns", "scripted"});
    ThreadProfile& thread =
        addThread(profile, {node(0, -1, 1, 100), node(1, 0, 2, 60), node(2, 1, 1, 7)});
    thread.name = "worker";
    thread.ended = true;
    thread.cpuNs = 77;
    thread.nodes[0].running = true;
    thread.nodes[0].inclusive[1] = 9'007'199'254'740'995;
    thread.nodes[1].inclusive[1] = 9'007'199'254'740'993;  // more than a double holds
    addThread(profile, {});
    EventStats event;
    event.name = "bytes";
    event.path = "main => solve";
    event.add(0.1);
    event.add(1e300);
    profile.events = {event};
    profile.misuse = {{MisuseKind::Overlap, "main", "solve", 4, 1},
                      {MisuseKind::AfterThreadEnd, "", "", 1, -1}};
    profile.machine = {"host", "cpu \"model\"", 2, "Linux", "tsc"};
    profile.assembly = {{{"driver", "demo.Driver"}}, {{"driver", "go", "solver", "solve"}}};
    profile.context = {{"script", "a\nb"}, {"script", ""}};
    profile.processes = {{"s1", "host", "boot", 4711, -1, 0}, {"", "other", "", 0, 3, 4}};
    profile.threads[0].process = 1;
    profile.threads[0].role = ThreadRole::Worker;
    profile.threads[1].role = ThreadRole::Main;
    return profile;
}

/// A profile of one to three threads with random trees over random timers, parameters and groups
/// included; the same for the same seed.
inline Profile randomProfile(std::uint32_t seed, std::size_t nodesPerThread = 40) {
    std::mt19937 random(seed);
    const auto below = [&random](std::size_t bound) { return random() % bound; };
    Profile profile = withTimers({"a", "b", "c", "d", "e"});
    for (TimerInfo& timer : profile.timers) {
        timer.group = below(2) == 0 ? "left" : "right";
        timer.type = below(3) == 0 ? "demo.Type" : "";
        timer.kind = below(4) == 0 ? TimerKind::Phase : TimerKind::Timer;
    }
    TimerInfo parameter = profile.timers[1];
    parameter.id = 5;
    parameter.name = "b [ n = 1 ]";
    parameter.kind = TimerKind::Parameter;
    parameter.base = 1;
    profile.timers.push_back(parameter);
    profile.metrics.push_back({"faults", "page faults", "scripted"});
    for (std::size_t thread = 1 + below(3); thread > 0; --thread) {
        std::vector<CallPathNode> nodes;
        std::set<std::pair<std::int32_t, std::uint32_t>> taken;
        for (std::size_t i = 0; i < nodesPerThread; ++i) {
            const auto parent = static_cast<std::int32_t>(below(nodes.size() + 1)) - 1;
            const bool inB = parent >= 0 && nodes[static_cast<std::size_t>(parent)].timer == 1;
            const auto timer = static_cast<std::uint32_t>(below(inB ? 6 : 5));
            if (taken.insert({parent, timer}).second) {
                nodes.push_back(node(timer, parent, 1 + below(9), 0));
            }
        }
        for (std::size_t i = nodes.size(); i-- > 0;) {
            nodes[i].inclusive[0] += static_cast<std::int64_t>(below(1000));
            nodes[i].inclusive[1] += static_cast<std::int64_t>(below(5));
            nodes[i].running = below(7) == 0;
            if (nodes[i].parent >= 0) {
                MetricValues& above = nodes[static_cast<std::size_t>(nodes[i].parent)].inclusive;
                above[0] += nodes[i].inclusive[0];
                above[1] += nodes[i].inclusive[1];
            }
        }
        addThread(profile, std::move(nodes)).name = "thread";
    }
    return profile;
}

/// A profile of one thread with many call paths, four below each.
inline Profile largeProfile(std::uint32_t timers, std::uint32_t nodes) {
    Profile profile = withTimers(std::vector<std::string>(timers, "timer"));
    std::vector<CallPathNode> list;
    for (std::uint32_t i = 0; i < nodes; ++i) {
        const auto parent = i == 0 ? -1 : static_cast<std::int32_t>((i - 1) / 4);
        list.push_back(node(i % timers, parent, 1, 1));
    }
    addThread(profile, std::move(list));
    return profile;
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
