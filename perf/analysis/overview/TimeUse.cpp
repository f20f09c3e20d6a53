#include <perf/analysis/IoFindings.hpp>
#include <perf/analysis/Overview.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

// A thread of which nobody told what it took: it was killed.
bool isUntold(const ThreadProfile& thread) {
    return !thread.ended && thread.cpuNs == 0;
}

void addThread(TimeUse& use, const Profile& profile, const ThreadProfile& thread) {
    const std::vector<MetricValues> exclusive = exclusiveValues(thread);
    std::int64_t whole = 0;
    std::int64_t io = 0;
    std::int64_t mpi = 0;
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const TimerInfo& timer = profile.timers[thread.nodes[i].timer];
        const std::int64_t own = std::max<std::int64_t>(0, exclusive[i][0]);
        whole += thread.nodes[i].parent < 0 ? thread.nodes[i].inclusive[0] : 0;
        io += isIo(timer) ? own : 0;
        mpi += timer.group == "MPI" && !isIo(timer) ? own : 0;
    }
    if (whole <= 0) {
        return;
    }
    const std::int64_t idle = isUntold(thread) ? 0 : whole - thread.cpuNs - io - mpi;
    ++use.threads;
    use.wholeNs += whole;
    use.ioNs += io;
    use.mpiNs += mpi;
    use.waitingNs += std::max<std::int64_t>(0, idle);
    use.knowsCpu = use.knowsCpu && !isUntold(thread);
}

}  // namespace

std::optional<TimeUse> timeUse(const Profile& profile) {
    if (profile.metrics.empty() || profile.metrics.front().name != "wall") {
        return std::nullopt;
    }
    TimeUse use;
    // Threads of no process are the sums of further programs, which ran beside those of the others.
    const bool hasProcesses =
        std::any_of(profile.threads.begin(), profile.threads.end(),
                    [](const ThreadProfile& thread) { return thread.process >= 0; });
    for (const ThreadProfile& thread : profile.threads) {
        if (thread.role != ThreadRole::Library && (thread.process >= 0 || !hasProcesses)) {
            addThread(use, profile, thread);
        }
    }
    if (use.wholeNs == 0) {
        return std::nullopt;
    }
    use.computingNs = std::max<std::int64_t>(0, use.wholeNs - use.ioNs - use.mpiNs - use.waitingNs);
    return use;
}

}  // namespace gantry::perf
