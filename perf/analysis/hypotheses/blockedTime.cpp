#include <base/text/NumberText.hpp>
#include <perf/analysis/StateTable.hpp>
#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/MainThreads.hpp>
#include <perf/analysis/findings/ThreadPaths.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <map>

namespace gantry::perf {

namespace {

/// Time of a timer itself, of the main threads of all ranks.
struct OwnTime {
    double wall = 0;
    double cpu = 0;
    std::uint64_t calls = 0;
    double mostBlocked = 0;  // without a processor, in one call path
    std::string path{};      // which this is
};

bool isCommunication(const std::string& timer) {
    static const StateRules rules{usualStates()};
    return rules.of(timer).value_or(State::Busy) != State::Busy;
}

std::map<std::uint32_t, OwnTime> ownTimes(const Profile& profile, const TimeMetrics& metrics) {
    std::map<std::uint32_t, OwnTime> times;
    for (const auto& [rank, thread] : mainThreads(profile, metrics.wall)) {
        const std::vector<MetricValues> exclusive = exclusiveValues(*thread);
        for (std::size_t i = 0; i < thread->nodes.size(); ++i) {
            const CallPathNode& node = thread->nodes[i];
            if (isCommunication(profile.timers[node.timer].name)) {
                continue;
            }
            OwnTime& time = times[node.timer];
            time.wall += std::max(0.0, static_cast<double>(exclusive[i][metrics.wall]));
            time.cpu += std::max(0.0, static_cast<double>(exclusive[i][*metrics.cpu]));
            time.calls += node.calls;
            const auto blocked =
                static_cast<double>(exclusive[i][metrics.wall] - exclusive[i][*metrics.cpu]);
            if (blocked > time.mostBlocked) {
                time.mostBlocked = blocked;
                time.path = pathInThread(profile, *thread, static_cast<std::int32_t>(i));
            }
        }
    }
    return times;
}

using OwnTimes = std::map<std::uint32_t, OwnTime>;

OwnTimes::const_iterator mostComputing(const OwnTimes& times) {
    return std::max_element(times.begin(), times.end(),
                            [](auto& a, auto& b) { return a.second.cpu < b.second.cpu; });
}

// By how much wall time exceeds CPU time there: on a busy machine a thread waits for a core
// wherever it computes, and no timer is to blame for that.
double contentionIn(const OwnTime& time) {
    return time.cpu <= 0 ? 1 : std::max(1.0, time.wall / time.cpu);
}

// CPU time of all threads that are not main threads: the main thread may have waited for their
// work, which is not a fault.
double workOfOthers(const Profile& profile, const TimeMetrics& metrics) {
    const auto mains = mainThreads(profile, metrics.wall);
    double work = 0;
    for (const ThreadProfile& thread : profile.threads) {
        const bool isMain = std::any_of(mains.begin(), mains.end(),
                                        [&](auto& each) { return each.second == &thread; });
        work += isMain ? 0 : static_cast<double>(thread.cpuNs);
    }
    return work;
}

Finding blockedIn(const std::string& timer, const OwnTime& time, const ResampledGain& gain) {
    Finding finding;
    finding.title = timer + " waits: it has no processor for most of its time.";
    finding.setGain(gain);
    finding.where = timer;
    finding.subject = timer;
    finding.evidence = {base::plural(time.calls, "call") + " took " +
                        base::duration(time.wall * 1e-9) + " themselves, of which " +
                        base::duration(time.cpu * 1e-9) + " on a processor"};
    if (!time.path.empty() && time.path != timer) {
        finding.evidence.push_back("it waits longest in " + time.path);
    }
    finding.advice =
        "Find out what it waits for: a lock (hold it for less, or divide what it protects), a "
        "file or another process (ask earlier, in larger pieces, or from a thread of its own), a "
        "pause that is not needed. The modules posix and stdio show files.";
    finding.limit = "The gain is all of the waiting time; necessary waiting cannot be avoided.";
    return finding;
}

std::optional<Finding> testBlocked(const Evidence& evidence) {
    const Profile& profile = evidence.profile;
    const TimeMetrics metrics = timeMetricsOf(profile);
    const double length = evidence.efficiency.whole.factors.timeNs;
    // Without a core for each rank, waiting for one looks the same.
    if (!metrics.cpu || *metrics.cpu == metrics.wall || length <= 0 ||
        evidence.efficiency.sharesCores()) {
        return std::nullopt;
    }
    const OwnTimes times = ownTimes(profile, metrics);
    const auto blocked = [](const OwnTime& of, double contention) {
        return std::max(0.0, of.wall - contention * of.cpu);
    };
    const auto most = std::max_element(times.begin(), times.end(), [&](auto& a, auto& b) {
        return blocked(a.second, 1) < blocked(b.second, 1);
    });
    // Half of the time without a processor: less may be a busy machine.
    if (most == times.end() || most->second.cpu * 2 > most->second.wall) {
        return std::nullopt;
    }
    // Where the same timer computes most, a busy machine explains all of its waiting.
    const auto computing = mostComputing(times);
    if (computing->first == most->first && computing->second.cpu > 0) {
        return std::nullopt;
    }
    const double contention = contentionIn(computing->second);
    const double others = workOfOthers(profile, metrics);
    const auto ranks = static_cast<double>(evidence.efficiency.ranks);
    const auto gainOf = [&](double factor) {
        return std::max(0.0, blocked(most->second, factor) - factor * others) / ranks / length;
    };
    std::uniform_real_distribution<double> factor(1, std::max(1.0, 2 * contention - 1));
    const ResampledGain gain =
        resampledGain(evidence, gainOf(contention),
                      [&](std::mt19937_64& random) { return gainOf(factor(random)); });
    return blockedIn(fullName(profile.timers[most->first]), most->second, gain);
}

}  // namespace

Hypothesis blockedTime() {
    return {"blockedTime", "Does a part of the program wait without a processor?", testBlocked};
}

}  // namespace gantry::perf
