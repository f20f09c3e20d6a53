// Parallel efficiency from a profile: load balance times communication efficiency, the
// multiplicative model of the POP centre of excellence. Without a trace, the transfer of data and
// the waiting in communication cannot be separated; see EfficiencyFactors.

#include <perf/analysis/findings/Efficiency.hpp>
#include <perf/analysis/findings/LockTimers.hpp>
#include <perf/analysis/findings/MainThreads.hpp>
#include <perf/model/CoreUse.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

// Below, interrupts and the services of a machine are reason enough.
constexpr double kContention = 1.15;

// One program that computes without end beside four ranks takes a fifth of two cores; the services
// of an idle machine, and the error of counters in ticks of 10 ms, are some hundredths.
constexpr double kOthersKeepBusy = 0.1;

/// What all call paths of a timer have in common.
struct TimerRole {
    bool communicates = false;
    bool leftOut = false;  // begin and end of MPI: they are paid once, however long a run is
};

std::vector<TimerRole> rolesOf(const Profile& profile, const StateRules& rules) {
    std::vector<TimerRole> roles;
    for (const TimerInfo& timer : profile.timers) {
        // Timers without a rule belong to the program and compute.
        const auto state = rules.of(timer.name);
        const bool isBeginOrEnd = timer.name == "MPI_Init" || timer.name == "MPI_Init_thread" ||
                                  timer.name == "MPI_Finalize";
        roles.push_back({state.value_or(State::Busy) != State::Busy, isBeginOrEnd});
    }
    return roles;
}

using Works = std::map<std::int32_t, RankWork>;

struct Parts {
    Works whole;
    std::map<std::uint32_t, Works> phases;   // by timer
    std::map<std::uint32_t, Works> regions;  // likewise
    double beginAndEnd = 0;
};

void addWork(Works& works, std::int32_t rank, const RankWork& work) {
    RankWork& sum = works[rank];
    sum.rank = rank;
    sum.useful += work.useful;
    sum.communication += work.communication;
    sum.cpu += work.cpu;
}

// What a node inherits from the one above.
struct Place {
    std::int64_t phase = -1;
    std::int64_t region = -1;
    std::int32_t depth = -1;
    bool communicates = false;
};

Place placeOf(const CallPathNode& node, const Place& above, const Profile& profile,
              const std::vector<TimerRole>& roles) {
    const TimerInfo& timer = profile.timers[node.timer];
    Place place = above;
    place.depth = above.depth + 1;
    // A library that MPI calls works for the communication.
    place.communicates = above.communicates || roles[node.timer].communicates;
    if (timer.kind == TimerKind::Phase) {
        place.phase = node.timer;
    }
    // The outermost timer is often the whole program, so what it calls are the regions.
    if (place.depth == 0 ||
        (place.depth == 1 && !place.communicates && timer.kind != TimerKind::Parameter)) {
        place.region = node.timer;
    }
    return place;
}

// Exclusive values are added, so that each ns is counted in one place only, whatever the nesting.
// Nodes come after their parents, so the place of the parent is known.
void addThread(Parts& parts, std::int32_t rank, const ThreadProfile& thread, const Profile& profile,
               const std::vector<TimerRole>& roles) {
    const TimeMetrics metrics = timeMetricsOf(profile);
    const std::vector<MetricValues> exclusive = exclusiveValues(thread);
    std::vector<Place> places;
    places.reserve(thread.nodes.size());
    double beginAndEnd = 0;
    // A rank with nothing but the begin and end of MPI counts as one without work: without it the
    // balance would look better than it is.
    (void)parts.whole[rank];
    parts.whole[rank].rank = rank;
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        places.push_back(
            placeOf(node, node.parent < 0 ? Place() : places[static_cast<std::size_t>(node.parent)],
                    profile, roles));
        const Place& place = places.back();
        const auto wall = static_cast<double>(exclusive[i][metrics.wall]);
        if (roles[node.timer].leftOut) {
            // Only the exclusive time of MPI_Init itself is left out, not what is below it.
            beginAndEnd += wall;
            continue;
        }
        RankWork work;
        (place.communicates ? work.communication : work.useful) = wall;
        if (metrics.cpu && !place.communicates) {
            work.cpu = static_cast<double>(exclusive[i][*metrics.cpu]);
        }
        addWork(parts.whole, rank, work);
        addWork(parts.regions[static_cast<std::uint32_t>(place.region)], rank, work);
        if (place.phase >= 0) {
            addWork(parts.phases[static_cast<std::uint32_t>(place.phase)], rank, work);
        }
    }
    parts.beginAndEnd = std::max(parts.beginAndEnd, beginAndEnd);
}

EfficiencyPart partOf(std::string name, const Works& works, const Works& all, bool hasCpu) {
    EfficiencyPart part{std::move(name), {}, {}};
    // Over all ranks of the run: one that never enters a region is the extreme of imbalance there.
    for (const auto& [rank, whole] : all) {
        const auto found = works.find(rank);
        part.ranks.push_back(found == works.end() ? RankWork{rank, 0, 0, 0} : found->second);
    }
    part.factors = factorsOf(part.ranks, hasCpu);
    return part;
}

std::vector<EfficiencyPart> partsOf(const std::map<std::uint32_t, Works>& works, const Works& all,
                                    const Profile& profile, bool hasCpu) {
    std::vector<EfficiencyPart> parts;
    parts.reserve(works.size());
    for (const auto& [timer, ofRanks] : works) {
        parts.push_back(partOf(fullName(profile.timers[timer]), ofRanks, all, hasCpu));
    }
    std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
        return a.factors.timeNs > b.factors.timeNs;
    });
    return parts;
}

void notePlacement(RunEfficiency& run, const Profile& profile) {
    std::map<std::string, std::uint32_t> onHost;
    for (const ProcessInfo& process : profile.processes) {
        // Ranks in containers of one machine share its cores, though their hosts have different
        // names.
        if (process.rank >= 0) {
            ++onHost[process.bootId.empty() ? process.host : process.bootId];
        }
    }
    for (const auto& [host, count] : onHost) {
        run.ranksOnHost = std::max(run.ranksOnHost, count);
    }
    run.cores = profile.machine.cores;
    if (const std::optional<CoreUse> use = coreUseOf(profile)) {
        run.othersShare = use->othersShare();
    }
}

// Whether threads of OpenMP were seen, but no wait for a lock, which is recorded on request.
bool lacksLocks(const Profile& profile) {
    const auto announces = [](const TimerInfo& timer) { return timer.group == "OpenMP"; };
    return std::any_of(profile.timers.begin(), profile.timers.end(), announces) &&
           std::none_of(profile.timers.begin(), profile.timers.end(), isLockWait);
}

// In percent, without decimals: it is that exact only.
void noteOthers(RunEfficiency& run) {
    if (run.ranks > 1 && run.othersShare.value_or(0) > kOthersKeepBusy) {
        run.notes.push_back("other programs took " +
                            std::to_string(std::lround(*run.othersShare * 100)) +
                            " % of the cores during the run");
    }
}

void noteLimits(RunEfficiency& run, const Profile& profile) {
    if (!profile.partial.empty()) {
        run.notes.push_back("the run is not complete: " + profile.partial);
    }
    const std::uint32_t size = profile.ranks ? profile.ranks->size : 0;
    if (size > run.ranks) {
        run.notes.push_back("only " + std::to_string(run.ranks) + " of " + std::to_string(size) +
                            " ranks are in the run one by one; the factors are of these");
    }
    if (run.ranks < 2) {
        run.notes.emplace_back("one rank: there is no parallel efficiency to judge");
    }
    if (lacksLocks(profile)) {
        run.notes.emplace_back(
            "no wait for a lock of OpenMP was recorded; measure with GANTRY_OPENMP_EVENTS=mutex "
            "to record them");
    }
    if (run.oversubscribed()) {
        run.notes.push_back(
            std::to_string(run.ranksOnHost) + " ranks share " + std::to_string(run.cores) +
            " cores: wall time contains waiting for a core" +
            (run.hasCpu ? ", so balance is judged by CPU time"
                        : "; measure the metrics wall and cpu to judge balance by CPU time"));
    } else if (run.contended()) {
        run.notes.emplace_back(
            "no rank had a core all the time in which it computed: other programs ran on the "
            "cores, or all ranks blocked, so balance and gains are judged by CPU time");
    }
    noteOthers(run);
}

}  // namespace

EfficiencyFactors factorsOf(const std::vector<RankWork>& ranks, bool hasCpu) {
    EfficiencyFactors factors;
    double sum = 0;
    double greatest = 0;
    double cpuSum = 0;
    double cpuGreatest = 0;
    for (const RankWork& work : ranks) {
        factors.timeNs = std::max(factors.timeNs, work.useful + work.communication);
        sum += work.useful;
        greatest = std::max(greatest, work.useful);
        cpuSum += work.cpu;
        cpuGreatest = std::max(cpuGreatest, work.cpu);
    }
    const auto count = static_cast<double>(ranks.size());
    // Mean by greatest, and greatest by the time of the part: their product is mean useful time by
    // time, the parallel efficiency. Parts without useful work have nothing to judge and count as
    // 1.
    factors.loadBalance = greatest > 0 ? sum / count / greatest : 1;
    factors.communication = greatest > 0 ? greatest / factors.timeNs : 1;
    factors.parallel = factors.loadBalance * factors.communication;
    if (hasCpu) {
        factors.cpuLoadBalance = cpuGreatest > 0 ? cpuSum / count / cpuGreatest : 1;
    }
    return factors;
}

bool RunEfficiency::coresBusy() const noexcept {
    if (othersShare) {
        return *othersShare > kOthersKeepBusy;
    }
    double useful = 0;
    double cpu = 0;
    for (const RankWork& work : whole.ranks) {
        useful += work.useful;
        cpu += work.cpu;
    }
    const double own = cores > 0 ? std::max(1.0, static_cast<double>(ranksOnHost) / cores) : 1.0;
    return hasCpu && cpu > 0 && useful > kContention * own * cpu;
}

bool RunEfficiency::contended() const noexcept {
    const auto lacksCore = [](const RankWork& work) {
        return work.cpu > 0 && work.useful > kContention * work.cpu;
    };
    return hasCpu && ranks > 1 && std::all_of(whole.ranks.begin(), whole.ranks.end(), lacksCore);
}

double RunEfficiency::loadBalance(const EfficiencyPart& part) const noexcept {
    return sharesCores() ? part.factors.cpuLoadBalance.value_or(part.factors.loadBalance)
                         : part.factors.loadBalance;
}

RunEfficiency efficiencyOf(const Profile& profile, const StateRules& rules) {
    const TimeMetrics metrics = timeMetricsOf(profile);
    const std::vector<TimerRole> roles = rolesOf(profile, rules);
    Parts parts;
    for (const auto& [rank, thread] : mainThreads(profile, metrics.wall)) {
        addThread(parts, rank, *thread, profile, roles);
    }
    if (parts.whole.empty()) {
        throw std::invalid_argument("nothing was measured in the run");
    }
    RunEfficiency run;
    run.hasCpu = metrics.cpu.has_value();
    run.whole = partOf("whole run", parts.whole, parts.whole, run.hasCpu);
    run.phases = partsOf(parts.phases, parts.whole, profile, run.hasCpu);
    run.regions = partsOf(parts.regions, parts.whole, profile, run.hasCpu);
    run.ranks = static_cast<std::uint32_t>(run.whole.ranks.size());
    run.beginAndEndNs = parts.beginAndEnd;
    notePlacement(run, profile);
    noteLimits(run, profile);
    return run;
}

double computationEfficiency(const RunEfficiency& reference, const RunEfficiency& run) {
    const bool byCpu = reference.hasCpu && run.hasCpu;
    const auto sum = [byCpu](const RunEfficiency& of) {
        double useful = 0;
        for (const RankWork& work : of.whole.ranks) {
            useful += byCpu ? work.cpu : work.useful;
        }
        return useful;
    };
    const double own = sum(run);
    const double before = sum(reference);
    return own > 0 && before > 0 ? before / own : 1;
}

}  // namespace gantry::perf
