#include <perf/model/Merge.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace gantry::perf {

namespace {

// What makes two timers the same; ids differ from process to process.
using TimerKey = std::tuple<std::string, std::string, std::string, TimerKind>;

// How many processes the figures of a profile come from.
double weightOf(const Profile& profile) {
    return static_cast<double>(std::max<std::size_t>(1, profile.processes.size()));
}

// Ids are given anew: timers are found by name, type, group and kind; threads and processes are
// put behind those that are there.
class Merger final {
public:
    Merger() = default;

    // Goes on with what is already merged.
    explicit Merger(Profile merged) : result_(std::move(merged)), first_(false) {
        for (const TimerInfo& timer : result_.timers) {
            timers_.try_emplace({timer.name, timer.type, timer.group, timer.kind}, timer.id);
        }
        for (std::size_t i = 0; i < result_.events.size(); ++i) {
            events_.try_emplace({result_.events[i].name, result_.events[i].path}, i);
        }
        weight_ = weightOf(result_);
        std::map<std::uint32_t, std::uint32_t> idOf;
        for (std::size_t i = 0; i < result_.threads.size(); ++i) {
            const auto id = static_cast<std::uint32_t>(i);
            idOf[std::exchange(result_.threads[i].id, id)] = id;
        }
        for (Misuse& misuse : result_.misuse) {
            renumber(misuse, idOf);
        }
    }

    void add(Profile profile) {
        checkMetrics(profile);
        const std::vector<std::uint32_t> timerOf = addTimers(profile);
        addFacts(profile);
        const std::map<std::uint32_t, std::uint32_t> threadOf =
            addThreads(std::move(profile.threads), timerOf);
        addEvents(profile);
        for (Misuse& misuse : profile.misuse) {
            renumber(misuse, threadOf);
            result_.misuse.push_back(std::move(misuse));
        }
        addModules(result_.modules, std::move(profile.modules),
                   static_cast<std::int32_t>(result_.processes.size()));
        // After the threads, whose processes come after those that are already there.
        std::move(profile.processes.begin(), profile.processes.end(),
                  std::back_inserter(result_.processes));
        first_ = false;
    }

    Profile take() { return std::move(result_); }

private:
    static void renumber(Misuse& misuse, const std::map<std::uint32_t, std::uint32_t>& idOf) {
        if (const auto thread = idOf.find(static_cast<std::uint32_t>(misuse.thread));
            misuse.thread >= 0 && thread != idOf.end()) {
            misuse.thread = static_cast<std::int32_t>(thread->second);
        }
    }

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

    std::map<std::uint32_t, std::uint32_t> addThreads(std::vector<ThreadProfile> threads,
                                                      const std::vector<std::uint32_t>& timerOf) {
        const auto processes = static_cast<std::int32_t>(result_.processes.size());
        std::map<std::uint32_t, std::uint32_t> idOf;
        for (ThreadProfile& thread : threads) {
            const auto id = static_cast<std::uint32_t>(result_.threads.size());
            idOf[thread.id] = id;
            thread.id = id;
            thread.process += thread.process >= 0 ? processes : 0;
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
        const double weight = weightOf(profile);
        weight_ += weight;
        if (first_) {
            result_.probeOverhead = profile.probeOverhead;
        } else if (!profile.probeOverhead) {
            result_.probeOverhead.reset();
        } else if (result_.probeOverhead) {
            const MeasuredOverhead before{*result_.probeOverhead, overheadError(result_)};
            const double part = weight / weight_;
            for (std::size_t m = 0; m < kMaxMetrics; ++m) {
                double& pair = result_.probeOverhead->pair[m];
                double& inside = result_.probeOverhead->inside[m];
                double& untimed = result_.probeOverhead->untimed[m];
                // A running mean, with the same weight for each process.
                pair += (profile.probeOverhead->pair[m] - pair) * part;
                inside += (profile.probeOverhead->inside[m] - inside) * part;
                untimed += (profile.probeOverhead->untimed[m] - untimed) * part;
            }
            noteOverheadError(before, profile);
        }
    }

    // As far as either side is from the mean, and its own error. `before` is of what was merged.
    void noteOverheadError(const MeasuredOverhead& before, const Profile& added) {
        const auto says = [](const Profile& profile) {
            return std::any_of(profile.context.begin(), profile.context.end(),
                               [](const auto& fact) { return fact.first == kOverheadError; });
        };
        if (!says(result_) && !says(added)) {
            return;
        }
        const std::array<double, kMaxMetrics> own = overheadError(added);
        std::array<double, kMaxMetrics> error{};
        for (std::size_t m = 0; m < kMaxMetrics; ++m) {
            const double mean = result_.probeOverhead->pair[m];
            error[m] = std::max(std::abs(before.cost.pair[m] - mean) + before.error[m],
                                std::abs(added.probeOverhead->pair[m] - mean) + own[m]);
        }
        std::erase_if(result_.context,
                      [](const auto& fact) { return fact.first == kOverheadError; });
        result_.context.emplace_back(kOverheadError,
                                     overheadErrorText(error, result_.metrics.size()));
    }

    Profile result_;
    double weight_ = 0;  ///< processes that were merged
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

void mergeInto(Profile& into, Profile profile) {
    Merger merger(std::move(into));
    merger.add(std::move(profile));
    into = merger.take();
}

}  // namespace gantry::perf
