#include <perf/model/CallPaths.hpp>

#include <cstddef>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace gantry::perf {

namespace {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

// The paths of one timer below one path: one, unless a thread has several nodes of them.
struct Twins {
    std::vector<std::size_t> paths;
    std::size_t thread = kNobody;  ///< who used the first `used` of them
    std::size_t used = 0;
};

// Paths in the order in which they are met; then they are put in depth-first order.
class PathTree final {
public:
    // isAlone: there is no other thread, with which paths would have to be shared.
    explicit PathTree(bool isAlone) : isAlone_(isAlone) {}

    std::vector<std::size_t> addThread(const ThreadProfile& thread, std::size_t number) {
        std::vector<std::size_t> pathOf;
        pathOf.reserve(thread.nodes.size());
        for (const CallPathNode& node : thread.nodes) {
            const std::size_t parent =
                node.parent < 0 ? kNobody : pathOf[static_cast<std::size_t>(node.parent)];
            pathOf.push_back(find(parent, node.timer, number));
        }
        return pathOf;
    }

    // The places of the paths in depth-first order, by the order in which they were met.
    [[nodiscard]] std::vector<std::int64_t> depthFirst() const {
        std::vector<std::int64_t> placeOf(met_.size());
        std::vector<std::size_t> open(tops_.rbegin(), tops_.rend());
        for (std::int64_t place = 0; !open.empty(); ++place) {
            const std::size_t path = open.back();
            open.pop_back();
            placeOf[path] = place;
            // Backwards, so that the path that was met first is on top of the stack.
            open.insert(open.end(), met_[path].below.rbegin(), met_[path].below.rend());
        }
        return placeOf;
    }

    [[nodiscard]] std::vector<CallPath> inOrder(const std::vector<std::int64_t>& placeOf) const {
        std::vector<CallPath> paths(met_.size());
        for (std::size_t path = 0; path < met_.size(); ++path) {
            CallPath& result = paths[static_cast<std::size_t>(placeOf[path])];
            result.timer = met_[path].timer;
            result.parent = met_[path].parent == kNobody ? -1 : placeOf[met_[path].parent];
        }
        return paths;
    }

private:
    struct Met {
        std::size_t parent;
        std::uint32_t timer;
        std::vector<std::size_t> below;
    };
    struct Hash {
        std::size_t operator()(const std::pair<std::size_t, std::uint32_t>& key) const noexcept {
            // The golden ratio as a 64-bit fraction spreads consecutive numbers of paths; the top
            // of the tree is 0 after the addition.
            return (key.first + 1) * 0x9e3779b97f4a7c15U ^ key.second;
        }
    };

    std::size_t add(std::size_t parent, std::uint32_t timer) {
        const std::size_t path = met_.size();
        (parent == kNobody ? tops_ : met_[parent].below).push_back(path);
        met_.push_back({parent, timer, {}});
        return path;
    }

    std::size_t find(std::size_t parent, std::uint32_t timer, std::size_t thread) {
        if (isAlone_) {
            return add(parent, timer);
        }
        Twins& twins = twins_[{parent, timer}];
        // The k-th node of a thread for this timer and parent gets the k-th twin, so that threads
        // share paths but the nodes of one thread do not.
        if (twins.thread != thread) {
            twins.thread = thread;
            twins.used = 0;
        }
        if (twins.used == twins.paths.size()) {
            twins.paths.push_back(add(parent, timer));
        }
        return twins.paths[twins.used++];
    }

    bool isAlone_;
    std::vector<Met> met_;
    std::vector<std::size_t> tops_;
    std::unordered_map<std::pair<std::size_t, std::uint32_t>, Twins, Hash> twins_;
};

// Phase, instance, and the timer that the values are part of.
using InPhase = std::tuple<std::int32_t, std::int32_t, std::uint32_t>;

InPhase inPhaseOf(const CallPath& path, const std::vector<TimerInfo>& timers) {
    const std::int32_t base = timers[path.timer].base;
    return {path.phase, path.instance, base < 0 ? path.timer : static_cast<std::uint32_t>(base)};
}

void setPhase(CallPath& path, const CallPath* above, const std::vector<TimerInfo>& timers) {
    const TimerInfo& timer = timers[path.timer];
    const auto own = static_cast<std::int32_t>(path.timer);
    if (timer.kind == TimerKind::Phase) {
        path.phase = own;
        return;
    }
    if (above != nullptr) {
        path.phase = above->phase;
        path.instance = above->instance;
    }
    if (timer.kind == TimerKind::Parameter && timer.base >= 0 && timer.base == path.phase) {
        path.instance = own;
    }
}

// A number for the group of each timer, below the number of timers.
std::vector<std::size_t> groupsOf(const std::vector<TimerInfo>& timers) {
    std::unordered_map<std::string_view, std::size_t> known;
    std::vector<std::size_t> groups;
    groups.reserve(timers.size());
    for (const TimerInfo& timer : timers) {
        groups.push_back(known.emplace(timer.group, known.size()).first->second);
    }
    return groups;
}

// Walks the paths depth first and counts which timers and groups are open above each.
void markRepeats(std::vector<CallPath>& paths, const std::vector<TimerInfo>& timers) {
    std::vector<std::size_t> openTimers(timers.size());
    const std::vector<std::size_t> groupOf = groupsOf(timers);
    std::vector<std::size_t> openGroups(timers.size());
    std::map<InPhase, std::size_t> openInPhases;
    std::vector<std::size_t> above;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        CallPath& path = paths[i];
        // Depth-first order: whatever is on the stack above the parent has ended.
        while (!above.empty() && static_cast<std::int64_t>(above.back()) != path.parent) {
            const std::uint32_t closed = paths[above.back()].timer;
            --openTimers[closed];
            --openGroups[groupOf[closed]];
            --openInPhases[inPhaseOf(paths[above.back()], timers)];
            above.pop_back();
        }
        path.depth = static_cast<std::int32_t>(above.size());
        path.recursive = openTimers[path.timer]++ > 0;
        setPhase(path, above.empty() ? nullptr : &paths[above.back()], timers);
        path.inPhase = openInPhases[inPhaseOf(path, timers)]++ > 0;
        path.inGroup = openGroups[groupOf[path.timer]]++ > 0;
        above.push_back(i);
    }
}

}  // namespace

CallPaths callPathsOf(const Profile& profile) {
    PathTree tree(profile.threads.size() == 1);
    std::vector<std::vector<std::size_t>> metBy;
    for (std::size_t i = 0; i < profile.threads.size(); ++i) {
        metBy.push_back(tree.addThread(profile.threads[i], i));
    }
    const std::vector<std::int64_t> placeOf = tree.depthFirst();
    CallPaths result{tree.inOrder(placeOf), {}};
    markRepeats(result.paths, profile.timers);
    for (const std::vector<std::size_t>& met : metBy) {
        std::vector<std::int64_t>& paths = result.pathOf.emplace_back();
        for (const std::size_t path : met) {
            paths.push_back(placeOf[path]);
        }
    }
    return result;
}

}  // namespace gantry::perf
