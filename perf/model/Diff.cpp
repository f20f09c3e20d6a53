#include <perf/model/Diff.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

[[noreturn]] void notEarlier(const std::string& what) {
    throw std::invalid_argument("diff: " + what +
                                "; give two snapshots of the same run, the later one first");
}

std::string where(const ThreadProfile& thread, const TimerInfo& timer) {
    return "thread " + std::to_string(thread.id) + ", timer '" + fullName(timer) + "'";
}

// Finds the later node of each earlier one by its parent and timer.
class ThreadDiff final {
public:
    ThreadDiff(ThreadProfile& later, const ThreadProfile& earlier, const Profile& laterProfile)
        : later_(later), earlier_(earlier), profile_(laterProfile) {
        for (std::size_t i = 0; i < later.nodes.size(); ++i) {
            index_[{later.nodes[i].parent, later.nodes[i].timer}] = static_cast<std::int32_t>(i);
        }
    }

    void subtract(const Profile& earlierProfile) {
        std::vector<std::int32_t> laterOf;
        for (const CallPathNode& node : earlier_.nodes) {
            const TimerInfo& timer = earlierProfile.timers.at(node.timer);
            if (node.timer >= profile_.timers.size() ||
                !sameTimer(timer, profile_.timers[node.timer])) {
                notEarlier(where(earlier_, timer) + " is only in the earlier profile");
            }
            const std::int32_t parent =
                node.parent < 0 ? -1 : laterOf.at(static_cast<std::size_t>(node.parent));
            const auto found = index_.find({parent, node.timer});
            if (found == index_.end()) {
                notEarlier(where(earlier_, timer) + " has a call path the later profile lacks");
            }
            // Parents come before children, so the later place of a parent is known here.
            laterOf.push_back(found->second);
            subtractNode(later_.nodes[static_cast<std::size_t>(found->second)], node, timer);
        }
        later_.cpuNs -= earlier_.cpuNs;
    }

private:
    void subtractNode(CallPathNode& later, const CallPathNode& earlier,
                      const TimerInfo& timer) const {
        if (later.calls < earlier.calls || later.childCalls < earlier.childCalls) {
            notEarlier(where(earlier_, timer) + " has more calls in the earlier profile");
        }
        later.calls -= earlier.calls;
        later.childCalls -= earlier.childCalls;
        later.untimed -= std::min(later.untimed, earlier.untimed);
        for (std::size_t m = 0; m < MetricValues::kInPlace; ++m) {
            // The error of the calls in between, as errors grow with the root of their squares.
            const auto now = static_cast<double>(later.error[m]);
            const auto then = static_cast<double>(earlier.error[m]);
            later.error[m] = static_cast<std::int64_t>(
                std::ceil(std::sqrt(std::max(now * now - then * then, 0.0))));
        }
        later.inclusive -= earlier.inclusive;
    }

    ThreadProfile& later_;
    const ThreadProfile& earlier_;
    const Profile& profile_;
    std::map<std::pair<std::int32_t, std::uint32_t>, std::int32_t> index_;
};

void subtractThreads(Profile& result, const Profile& earlier) {
    for (const ThreadProfile& old : earlier.threads) {
        const auto thread = std::find_if(result.threads.begin(), result.threads.end(),
                                         [&](const ThreadProfile& t) { return t.id == old.id; });
        if (thread == result.threads.end()) {
            notEarlier("thread " + std::to_string(old.id) + " is only in the earlier profile");
        }
        ThreadDiff(*thread, old, result).subtract(earlier);
    }
}

void subtractEvents(Profile& result, const Profile& earlier) {
    for (const EventStats& old : earlier.events) {
        for (EventStats& event : result.events) {
            if (event.name == old.name && event.path == old.path) {
                event.subtract(old);
            }
        }
    }
    // Nothing new was handed in since the earlier profile.
    std::erase_if(result.events, [](const EventStats& event) { return event.count == 0; });
}

void subtractMisuse(Profile& result, const Profile& earlier) {
    for (const Misuse& old : earlier.misuse) {
        for (Misuse& misuse : result.misuse) {
            if (misuse.kind == old.kind && misuse.thread == old.thread && misuse.name == old.name &&
                misuse.other == old.other) {
                // Counts are read while threads run, so an earlier one may be larger by chance.
                misuse.count -= std::min(misuse.count, old.count);
            }
        }
    }
    std::erase_if(result.misuse, [](const Misuse& misuse) { return misuse.count == 0; });
}

}  // namespace

Profile diff(const Profile& later, const Profile& earlier) {
    Profile result = later;
    // Threads first: they throw if the profiles do not belong together.
    subtractThreads(result, earlier);
    subtractEvents(result, earlier);
    subtractMisuse(result, earlier);
    result.timeNs -= earlier.timeNs;
    return result;
}

}  // namespace gantry::perf
