#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/LockTimers.hpp>
#include <perf/analysis/findings/MainThreads.hpp>
#include <perf/analysis/findings/ThreadPaths.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace gantry::perf {

namespace {

/// Threads of one process that wait for a lock inside one timer. Further threads of a team have
/// that timer in another call path than the thread that began the team.
struct LockWait {
    std::string lock;   // its kind
    std::string place;  // the call path around it, in the first of the threads
    double waitNs = 0;  // of all threads
    std::uint64_t calls = 0;
    std::set<std::size_t> threads{};
};

std::vector<LockWait> lockWaitsIn(const Profile& profile, std::size_t metric) {
    // By process, lock and the timer around it.
    std::map<std::tuple<std::int32_t, std::uint32_t, std::int64_t>, LockWait> found;
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        const ThreadProfile& thread = profile.threads[t];
        for (const CallPathNode& node : thread.nodes) {
            if (!isLockWait(profile.timers[node.timer]) || node.calls == 0) {
                continue;
            }
            const std::int64_t around =
                node.parent < 0 ? -1 : thread.nodes[static_cast<std::size_t>(node.parent)].timer;
            LockWait& wait = found[{thread.process, node.timer, around}];
            if (wait.threads.empty()) {
                wait.lock = profile.timers[node.timer].name;
                wait.place = pathInThread(profile, thread, node.parent);
            }
            wait.waitNs += static_cast<double>(node.inclusive[metric]);
            wait.calls += node.calls;
            wait.threads.insert(t);
        }
    }
    std::vector<LockWait> waits;
    waits.reserve(found.size());
    for (auto& [key, wait] : found) {
        waits.push_back(std::move(wait));
    }
    return waits;
}

std::optional<Finding> testLocks(const Evidence& evidence) {
    const Profile& profile = evidence.profile;
    const double length = evidence.efficiency.whole.factors.timeNs;
    const std::vector<LockWait> waits = lockWaitsIn(profile, timeMetricsOf(profile).wall);
    const auto most = std::max_element(waits.begin(), waits.end(),
                                       [](auto& a, auto& b) { return a.waitNs < b.waitNs; });
    // With fewer cores than threads, a thread that waits for a core holds the lock meanwhile.
    if (most == waits.end() || length <= 0 || evidence.efficiency.cores == 0 ||
        most->threads.size() > evidence.efficiency.cores) {
        return std::nullopt;
    }
    // How much of the waiting another lock saves is not known before, as with files.
    const double all =
        std::clamp(most->waitNs / static_cast<double>(most->threads.size()) / length, 0.0, 1.0);
    std::uniform_real_distribution<double> part(0, 1);
    const ResampledGain gain = resampledGain(
        evidence, all / 2, [&](std::mt19937_64& random) { return all * part(random); });
    Finding finding;
    finding.title = "Threads wait for each other at a lock (" + most->lock + ").";
    finding.setGain(gain);
    finding.where = most->lock + " in " + (most->place.empty() ? "(top)" : most->place);
    finding.subject = finding.where;
    finding.evidence = {base::plural(most->threads.size(), "thread") + " waited " +
                        base::duration(most->waitNs * 1e-9) + " in all, at " +
                        base::plural(most->calls, "attempt") + " to take it"};
    finding.advice =
        "Do less while the lock is held, divide what it protects, or let each thread collect its "
        "own result and combine them once (reduction in OpenMP).";
    finding.limit =
        "At most the mean waiting time of a thread is gained; the expected gain is "
        "half of it.";
    return finding;
}

}  // namespace

Hypothesis lockWaits() {
    return {"lockWaits", "Do threads wait for each other at locks?", testLocks};
}

}  // namespace gantry::perf
