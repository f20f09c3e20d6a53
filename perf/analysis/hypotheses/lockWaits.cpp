#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/MainThreads.hpp>
#include <perf/analysis/findings/ThreadPaths.hpp>
#include <perf/model/CallPaths.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace gantry::perf {

namespace {

/// Threads of one process that wait for a lock in one call path.
struct LockPath {
    std::string lock;   // its kind
    std::string place;  // the call path around it
    double waitNs = 0;  // of all threads
    std::uint64_t calls = 0;
    std::size_t threads = 0;
};

// As the module openmp names them.
bool isLock(const TimerInfo& timer) {
    constexpr std::array kLocks{"lock", "critical", "atomic", "ordered"};
    return timer.type == "waiting" &&
           std::find(kLocks.begin(), kLocks.end(), timer.name) != kLocks.end();
}

std::vector<LockPath> lockPaths(const Profile& profile, std::size_t metric) {
    const CallPaths all = callPathsOf(profile);
    std::map<std::pair<std::int32_t, std::int64_t>, LockPath> found;
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        const ThreadProfile& thread = profile.threads[t];
        for (std::size_t n = 0; n < thread.nodes.size(); ++n) {
            const CallPathNode& node = thread.nodes[n];
            if (!isLock(profile.timers[node.timer]) || node.calls == 0) {
                continue;
            }
            LockPath& path = found[{thread.process, all.pathOf[t][n]}];
            path.lock = profile.timers[node.timer].name;
            path.place = pathInThread(profile, thread, node.parent);
            path.waitNs += static_cast<double>(node.inclusive[metric]);
            path.calls += node.calls;
            ++path.threads;
        }
    }
    std::vector<LockPath> paths;
    for (auto& [key, path] : found) {
        paths.push_back(std::move(path));
    }
    return paths;
}

std::optional<Finding> testLocks(const Evidence& evidence) {
    const Profile& profile = evidence.profile;
    const double length = evidence.efficiency.whole.factors.timeNs;
    const std::vector<LockPath> paths = lockPaths(profile, timeMetricsOf(profile).wall);
    const auto most = std::max_element(paths.begin(), paths.end(),
                                       [](auto& a, auto& b) { return a.waitNs < b.waitNs; });
    // With fewer cores than threads, a thread that waits for a core holds the lock meanwhile.
    if (most == paths.end() || length <= 0 || evidence.efficiency.cores == 0 ||
        most->threads > evidence.efficiency.cores) {
        return std::nullopt;
    }
    // How much of the waiting another lock saves is not known before, as with files.
    const double all =
        std::clamp(most->waitNs / static_cast<double>(most->threads) / length, 0.0, 1.0);
    std::uniform_real_distribution<double> part(0, 1);
    const ResampledGain gain = resampledGain(
        evidence, all / 2, [&](std::mt19937_64& random) { return all * part(random); });
    Finding finding;
    finding.title = "Threads wait for each other at a lock (" + most->lock + ").";
    finding.gain = gain.gain;
    finding.gainLow = gain.low;
    finding.gainHigh = gain.high;
    finding.confidence = gain.confidence;
    finding.where = most->lock + " in " + (most->place.empty() ? "(top)" : most->place);
    finding.evidence = {base::plural(most->threads, "thread") + " waited " +
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
