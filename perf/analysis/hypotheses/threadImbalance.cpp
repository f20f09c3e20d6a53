#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/MainThreads.hpp>
#include <perf/analysis/findings/ThreadPaths.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace gantry::perf {

namespace {

/// Threads of one process that began with the same timer.
struct Team {
    std::string timer;
    std::int32_t rank = -1;
    std::vector<double> work;           // ns by thread
    std::vector<std::uint32_t> ids{};   // of the threads
    std::vector<std::string> places{};  // where each computes most
};

double meanOf(const std::vector<double>& work) {
    return std::accumulate(work.begin(), work.end(), 0.0) / static_cast<double>(work.size());
}

double excessOf(const std::vector<double>& work) {
    return *std::max_element(work.begin(), work.end()) - meanOf(work);
}

// `gantry exec` measures each thread as a whole in a timer of that name; what matters is below it.
bool isOutermost(const Profile& profile, const ThreadProfile& thread, const CallPathNode& node) {
    const auto isWhole = [&profile](const CallPathNode& of) {
        return of.parent < 0 && profile.timers[of.timer].name == "thread";
    };
    return node.parent < 0 ? !isWhole(node)
                           : isWhole(thread.nodes[static_cast<std::size_t>(node.parent)]);
}

// Below the outermost calls of that timer, where the thread has most time of its own.
std::string placeOf(const Profile& profile, const ThreadProfile& thread, std::uint32_t timer,
                    std::size_t metric) {
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        if (thread.nodes[i].timer == timer && isOutermost(profile, thread, thread.nodes[i])) {
            const auto place = longestBelow(thread, static_cast<std::int32_t>(i), metric);
            return place ? pathInThread(profile, thread, *place) : std::string();
        }
    }
    return {};
}

// CPU time where it was measured: threads that wait for each other have the same wall times.
std::vector<Team> teamsOf(const Profile& profile, const TimeMetrics& metrics) {
    const std::size_t metric = metrics.cpu.value_or(metrics.wall);
    std::map<std::pair<std::int32_t, std::uint32_t>, Team> teams;
    for (const ThreadProfile& thread : profile.threads) {
        if (thread.role != ThreadRole::Worker) {
            continue;
        }
        std::map<std::uint32_t, double> tops;
        for (const CallPathNode& node : thread.nodes) {
            if (isOutermost(profile, thread, node)) {
                tops[node.timer] += static_cast<double>(node.inclusive[metric]);
            }
        }
        for (const auto& [timer, time] : tops) {
            Team& team = teams[{thread.process, timer}];
            team.timer = fullName(profile.timers[timer]);
            const auto process = static_cast<std::size_t>(thread.process);
            team.rank = thread.process >= 0 && process < profile.processes.size()
                            ? profile.processes[process].rank
                            : -1;
            team.work.push_back(time);
            team.ids.push_back(thread.id);
            team.places.push_back(placeOf(profile, thread, timer, metric));
        }
    }
    std::vector<Team> found;
    for (auto& [key, team] : teams) {
        if (team.work.size() > 1) {
            found.push_back(std::move(team));
        }
    }
    return found;
}

Finding imbalanceOf(const Team& team, const ResampledGain& gain, double length) {
    const auto most = std::max_element(team.work.begin(), team.work.end());
    const auto least = std::min_element(team.work.begin(), team.work.end());
    const auto id = team.ids[static_cast<std::size_t>(most - team.work.begin())];
    Finding finding;
    finding.title = "One of " + std::to_string(team.work.size()) + " threads in " + team.timer +
                    " has more work than the others.";
    finding.setGain(gain);
    finding.where = (team.rank >= 0 ? "rank " + std::to_string(team.rank) + ", " : "") + "thread " +
                    std::to_string(id) + ", " + team.timer;
    finding.subject =
        (team.rank >= 0 ? "rank " + std::to_string(team.rank) + ", " : "") + team.timer;
    finding.evidence = {"thread " + std::to_string(id) + " " + base::duration(*most * 1e-9) +
                        ", mean " + base::duration(meanOf(team.work) * 1e-9) + ", least " +
                        base::duration(*least * 1e-9)};
    for (std::size_t i = 0; i < team.work.size(); ++i) {
        finding.workers.push_back(
            {"thread " + std::to_string(team.ids[i]), team.work[i] / length, 0});
    }
    const std::string& place = team.places[static_cast<std::size_t>(most - team.work.begin())];
    if (!place.empty() && place != team.timer) {
        finding.evidence.push_back("thread " + std::to_string(id) + " is longest in " + place);
    }
    finding.advice =
        "Hand out smaller pieces to the thread that is free (schedule(dynamic) in OpenMP, a shared "
        "counter or a queue otherwise).";
    finding.limit =
        "The gain is that of a core for each thread, if the others wait for the last one.";
    return finding;
}

std::optional<Finding> testThreads(const Evidence& evidence) {
    const TimeMetrics metrics = timeMetricsOf(evidence.profile);
    const double length = evidence.efficiency.whole.factors.timeNs;
    const std::vector<Team> teams = teamsOf(evidence.profile, metrics);
    const auto most = std::max_element(teams.begin(), teams.end(), [](auto& a, auto& b) {
        return excessOf(a.work) < excessOf(b.work);
    });
    // Without CPU times, a thread that waited for a core looks like one with much work.
    const bool sharesCores = most != teams.end() && evidence.efficiency.cores > 0 &&
                             most->work.size() > evidence.efficiency.cores;
    if (most == teams.end() || length <= 0 || (sharesCores && !metrics.cpu)) {
        return std::nullopt;
    }
    const ResampledGain gain =
        resampledWork(evidence, most->work, [length](const std::vector<double>& work) {
            return std::min(1.0, excessOf(work) / length);
        });
    Finding finding = imbalanceOf(*most, gain, length);
    finding.noise = noiseOf(evidence);
    return finding;
}

}  // namespace

Hypothesis threadImbalance() {
    return {"threadImbalance", "Does one thread work more than the others?", testThreads};
}

}  // namespace gantry::perf
