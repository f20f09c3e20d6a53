#include "StackGraft.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace gantry::perf {

namespace {

constexpr std::string_view kOwnLibrary = "libgantry.so";

std::string keyOf(const TimerInfo& timer) {
    return std::to_string(timer.name.size()) + ' ' + std::to_string(timer.type.size()) + ' ' +
           timer.name + timer.type + timer.group;
}

std::uint64_t keyOf(std::int32_t parent, std::uint32_t timer) {
    return std::uint64_t{static_cast<std::uint32_t>(parent)} << 32U | timer;
}

// What the C library does before the program's own code, in the first thread and in further ones.
bool startsProcess(const TimerInfo& frame) {
    return frame.name == "_start" || (frame.type.starts_with("libc.so") &&
                                      frame.name.find("libc_start_main") != std::string::npos);
}
bool callsMain(const TimerInfo& frame) {
    return frame.name.find("libc_start_call_main") != std::string::npos;
}
bool startsThread(const TimerInfo& frame) {
    return frame.type.starts_with("libc.so") &&
           (frame.name == "start_thread" || frame.name.ends_with("clone") ||
            frame.name.ends_with("clone3"));
}

// The group of timers of a module that stands before functions of a library; empty for other files.
std::string groupOfModule(std::string_view file) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kModules{
        {{"posix.so", "POSIX"}, {"stdio.so", "STDIO"}, {"mpi.so", "MPI"}, {"mpich.so", "MPI"}}};
    const auto* const found = std::find_if(kModules.begin(), kModules.end(),
                                           [file](const auto& one) { return one.first == file; });
    return found == kModules.end() ? std::string() : std::string(found->second);
}

// The name of its timer: open64 and __open64_2 are measured as open.
std::string plainName(std::string_view name) {
    while (name.starts_with('_')) {
        name.remove_prefix(1);
    }
    for (const std::string_view ending : {"_2", "64"}) {
        if (name.ends_with(ending)) {
            name.remove_suffix(ending.size());
        }
    }
    return std::string(name);
}

}  // namespace

StackGraft::StackGraft(Profile& into, std::size_t metric, const Profile& from)
    : into_(into), metric_(metric), from_(from) {
    for (const TimerInfo& timer : into_.timers) {
        if (timer.kind == TimerKind::Timer) {
            timers_.try_emplace(keyOf(timer), timer.id);
            ofModules_.try_emplace(timer.group + ' ' + timer.name, timer.id);
        }
    }
}

// The timer of `main`, or of the function that a thread began with: the first one at the top.
std::int32_t StackGraft::wholeTimer(std::size_t thread) const {
    const std::vector<CallPathNode>& nodes = into_.threads[thread].nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::string& name = into_.timers[nodes[i].timer].name;
        if (nodes[i].parent < 0 && nodes[i].calls > 0 && (name == "main" || name == "thread")) {
            return static_cast<std::int32_t>(i);
        }
    }
    return -1;
}

std::uint32_t StackGraft::timer(const TimerInfo& wanted) {
    const auto next = static_cast<std::uint32_t>(into_.timers.size());
    const auto [known, isNew] = timers_.try_emplace(keyOf(wanted), next);
    if (isNew) {
        TimerInfo made;
        made.id = next;
        made.name = wanted.name;
        made.type = wanted.type;
        made.group = wanted.group;
        into_.timers.push_back(std::move(made));
    }
    return known->second;
}

std::int32_t StackGraft::child(std::size_t thread, std::int32_t parent, std::uint32_t timer) {
    std::vector<CallPathNode>& nodes = into_.threads[thread].nodes;
    const auto [known, isNew] =
        children_.try_emplace(keyOf(parent, timer), static_cast<std::int32_t>(nodes.size()));
    if (isNew) {
        CallPathNode node;
        node.timer = timer;
        node.parent = parent;
        nodes.push_back(std::move(node));
    }
    return known->second;
}

StackGraft::Place StackGraft::placeOf(const TimerInfo& frame, const Place& above,
                                      std::size_t thread) {
    if (above.part == Part::Start) {
        // The measured function that calls `main`, or the function that a thread began with.
        if (frame.type == kOwnLibrary && above.startsCode) {
            return {Part::Timer, wholeTimer(thread), false, true};
        }
        if (startsProcess(frame) || callsMain(frame) || startsThread(frame) ||
            frame.type == kOwnLibrary) {
            return {Part::Start, -1, callsMain(frame) || startsThread(frame), false};
        }
    }
    // What the measured function calls is the function that its timer is of.
    if (above.isBelowTimer && above.node >= 0 && frame.type != kOwnLibrary) {
        const TimerInfo& whole =
            into_.timers[into_.threads[thread].nodes[static_cast<std::size_t>(above.node)].timer];
        if (whole.name == "main" || whole.type == frame.name) {
            return {Part::Timer, above.node, false, false};
        }
    }
    if (const std::string group = groupOfModule(frame.type); !group.empty()) {
        const std::string name = group == "MPI" ? frame.name : plainName(frame.name);
        if (const auto known = ofModules_.find(group + ' ' + name); known != ofModules_.end()) {
            return {Part::Code, child(thread, above.node, known->second), false, false};
        }
    }
    return {Part::Code, child(thread, above.node, timer(frame)), false, false};
}

void StackGraft::add(const ThreadProfile& sampled, std::size_t thread) {
    children_.clear();
    const std::vector<CallPathNode>& before = into_.threads[thread].nodes;
    for (std::size_t i = 0; i < before.size(); ++i) {
        children_.try_emplace(keyOf(before[i].parent, before[i].timer),
                              static_cast<std::int32_t>(i));
    }
    // A sampled node's own value: without those below.
    std::vector<std::int64_t> own(sampled.nodes.size());
    std::vector<Place> places(sampled.nodes.size());
    for (std::size_t i = 0; i < sampled.nodes.size(); ++i) {
        const CallPathNode& node = sampled.nodes[i];
        own[i] += node.inclusive[0];
        Place above;
        if (node.parent >= 0) {
            own[static_cast<std::size_t>(node.parent)] -= node.inclusive[0];
            above = places[static_cast<std::size_t>(node.parent)];
        }
        places[i] = placeOf(from_.timers[node.timer], above, thread);
    }
    for (std::size_t i = 0; i < sampled.nodes.size(); ++i) {
        // Time of the start itself has no other place.
        std::int32_t at = places[i].node >= 0 || own[i] == 0
                              ? places[i].node
                              : child(thread, -1, timer(from_.timers[sampled.nodes[i].timer]));
        while (at >= 0) {
            CallPathNode& node = into_.threads[thread].nodes[static_cast<std::size_t>(at)];
            node.inclusive[metric_] += own[i];
            at = node.parent;
        }
    }
}

}  // namespace gantry::perf
