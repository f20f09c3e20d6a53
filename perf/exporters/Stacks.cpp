#include <perf/exporters/Stacks.hpp>

#include <map>
#include <utility>

namespace gantry::perf {

namespace {

void add(CallPathNode& sum, const CallPathNode& node) {
    sum.calls += node.calls;
    sum.childCalls += node.childCalls;
    sum.inclusive += node.inclusive;
    sum.running = sum.running || node.running;
    sum.untimed += node.untimed;
}

}  // namespace

ThreadProfile withoutParameters(const Profile& profile, const ThreadProfile& thread) {
    ThreadProfile plain = thread;
    plain.nodes.clear();
    std::vector<std::int32_t> placeOf;
    std::map<std::pair<std::int32_t, std::uint32_t>, std::int32_t> known;
    // One pass: parents come before their children.
    for (CallPathNode node : thread.nodes) {
        node.parent = node.parent < 0 ? -1 : placeOf[static_cast<std::size_t>(node.parent)];
        // Its values are contained in those of its timer: it goes, and what is below moves up.
        if (profile.timers[node.timer].kind == TimerKind::Parameter && node.parent >= 0) {
            // The calls of others directly inside are inside of the timer.
            plain.nodes[static_cast<std::size_t>(node.parent)].childCalls += node.childCalls;
            placeOf.push_back(node.parent);
            continue;
        }
        const auto [place, isNew] = known.try_emplace(
            {node.parent, node.timer}, static_cast<std::int32_t>(plain.nodes.size()));
        placeOf.push_back(place->second);
        if (isNew) {
            plain.nodes.push_back(std::move(node));
        } else {
            add(plain.nodes[static_cast<std::size_t>(place->second)], node);
        }
    }
    return plain;
}

Profile withoutParameters(const Profile& profile) {
    Profile plain = profile;
    for (ThreadProfile& thread : plain.threads) {
        thread = withoutParameters(profile, thread);
    }
    return plain;
}

}  // namespace gantry::perf
