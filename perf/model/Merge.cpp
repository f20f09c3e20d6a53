#include <perf/model/Merge.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <tuple>

namespace gantry::perf {

namespace {

// What makes two timers the same; ids differ from process to process.
using TimerKey = std::tuple<std::string, std::string, std::string, TimerKind>;

class Merger final {
public:
    void add(const Profile& profile) {
        checkMetrics(profile);
        const std::vector<std::uint32_t> timerOf = addTimers(profile);
        const std::map<std::uint32_t, std::uint32_t> threadOf = addThreads(profile, timerOf);
        addEvents(profile);
        for (Misuse misuse : profile.misuse) {
            if (const auto thread = threadOf.find(static_cast<std::uint32_t>(misuse.thread));
                misuse.thread >= 0 && thread != threadOf.end()) {
                misuse.thread = static_cast<std::int32_t>(thread->second);
            }
            result_.misuse.push_back(std::move(misuse));
        }
        addFacts(profile);
        first_ = false;
    }

    Profile take() { return std::move(result_); }

private:
    void checkMetrics(const Profile& profile) {
        if (first_) {
            result_.metrics = profile.metrics;
            return;
        }
        const bool same = std::equal(
            profile.metrics.begin(), profile.metrics.end(), result_.metrics.begin(),
            result_.metrics.end(),
            [](const Metric& a, const Metric& b) { return a.name == b.name && a.unit == b.unit; });
        if (!same) {
            throw std::invalid_argument(
                "merge: the profiles were measured with different metrics; measure all of them "
                "with the same set");
        }
    }

    std::vector<std::uint32_t> addTimers(const Profile& profile) {
        std::vector<std::uint32_t> idOf;
        for (const TimerInfo& timer : profile.timers) {
            const auto next = static_cast<std::uint32_t>(result_.timers.size());
            const auto [entry, isNew] =
                timers_.try_emplace({timer.name, timer.type, timer.group, timer.kind}, next);
            idOf.push_back(entry->second);
            if (!isNew) {
                TimerInfo& known = result_.timers[entry->second];
                known.throttled = known.throttled || timer.throttled;
            } else {
                TimerInfo copy = timer;
                copy.id = next;
                if (copy.base >= 0) {
                    // A base is registered before its parameters, so its new id is known.
                    copy.base =
                        static_cast<std::int32_t>(idOf.at(static_cast<std::size_t>(copy.base)));
                }
                result_.timers.push_back(std::move(copy));
            }
        }
        return idOf;
    }

    std::map<std::uint32_t, std::uint32_t> addThreads(const Profile& profile,
                                                      const std::vector<std::uint32_t>& timerOf) {
        std::map<std::uint32_t, std::uint32_t> idOf;
        for (ThreadProfile thread : profile.threads) {
            const auto id = static_cast<std::uint32_t>(result_.threads.size());
            idOf[thread.id] = id;
            thread.id = id;
            for (CallPathNode& node : thread.nodes) {
                node.timer = timerOf.at(node.timer);
            }
            result_.threads.push_back(std::move(thread));
        }
        return idOf;
    }

    void addEvents(const Profile& profile) {
        for (const EventStats& event : profile.events) {
            const auto [entry, isNew] =
                events_.try_emplace({event.name, event.path}, result_.events.size());
            if (isNew) {
                result_.events.push_back(event);
            } else {
                result_.events[entry->second].merge(event);
            }
        }
    }

    void addFacts(const Profile& profile) {
        if (first_) {
            result_.created = profile.created;
            result_.machine = profile.machine;
            result_.assembly = profile.assembly;
        }
        if (!profile.partial.empty() &&
            result_.partial.find(profile.partial) == std::string::npos) {
            result_.partial += (result_.partial.empty() ? "" : "; ") + profile.partial;
        }
        addProbeOverhead(profile);
        result_.timeNs = std::max(result_.timeNs, profile.timeNs);
        for (const auto& fact : profile.context) {
            const bool known =
                std::any_of(result_.context.begin(), result_.context.end(),
                            [&](const auto& old) { return old.first == fact.first; });
            if (first_ || !known) {
                result_.context.push_back(fact);
            }
        }
    }

    // The mean of the processes; unknown where one does not say it.
    void addProbeOverhead(const Profile& profile) {
        if (first_) {
            result_.probeOverhead = profile.probeOverhead;
        } else if (!profile.probeOverhead) {
            result_.probeOverhead.reset();
        } else if (result_.probeOverhead) {
            const double merged = ++merged_;
            for (std::size_t m = 0; m < kMaxMetrics; ++m) {
                double& pair = result_.probeOverhead->pair[m];
                double& inside = result_.probeOverhead->inside[m];
                double& untimed = result_.probeOverhead->untimed[m];
                // A running mean, with the same weight for each process.
                pair += (profile.probeOverhead->pair[m] - pair) / merged;
                inside += (profile.probeOverhead->inside[m] - inside) / merged;
                untimed += (profile.probeOverhead->untimed[m] - untimed) / merged;
            }
        }
    }

    Profile result_;
    int merged_ = 1;
    bool first_ = true;
    std::map<TimerKey, std::uint32_t> timers_;
    std::map<std::pair<std::string, std::string>, std::size_t> events_;
};

}  // namespace

Profile merge(const std::vector<Profile>& profiles) {
    Merger merger;
    for (const Profile& profile : profiles) {
        merger.add(profile);
    }
    return merger.take();
}

}  // namespace gantry::perf
