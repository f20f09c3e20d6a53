#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "FileFigures.hpp"

namespace gantry::perf {

namespace {

struct ThreadTimes {
    std::int64_t ioNs = 0;
    std::int64_t cpuNs = 0;
    bool knowsCpu = true;
};

ThreadTimes timesOf(const Profile& profile, const ThreadProfile& thread) {
    const std::vector<MetricValues> exclusive = exclusiveValues(thread);
    // A thread of a killed process has not said what it took.
    ThreadTimes times{0, thread.cpuNs, thread.ended || thread.cpuNs > 0};
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        if (isIo(profile.timers[thread.nodes[i].timer])) {
            times.ioNs += std::max<std::int64_t>(0, exclusive[i][0]);
        }
    }
    return times;
}

// The I/O of one thread and what all others computed, in a run of that length. Two times that
// together are longer than the run must overlap; they cannot for longer than the shorter one. What
// a thread computes in its own I/O is not known, and at most all of that.
void addThread(IoOverlap& overlap, const std::vector<ThreadTimes>& threads, std::size_t place,
               std::int64_t wholeNs) {
    const std::int64_t io = threads[place].ioNs;
    std::int64_t others = 0;
    std::int64_t least = 0;
    for (std::size_t i = 0; i < threads.size(); ++i) {
        if (i != place) {
            others += threads[i].knowsCpu ? threads[i].cpuNs : io;
            const std::int64_t computing =
                std::max<std::int64_t>(0, threads[i].cpuNs - threads[i].ioNs);
            least = std::max(least, io + computing - wholeNs);
        }
    }
    const std::int64_t most = std::min(io, others);
    overlap.ioNs += io;
    overlap.leastNs += std::min(least, most);
    overlap.mostNs += most;
}

}  // namespace

bool isIo(const TimerInfo& timer) {
    return timer.group == "POSIX" || timer.group == "STDIO" ||
           (timer.group == "MPI" && timer.name.starts_with("MPI_File_"));
}

std::vector<IoOverlap> ioOverlap(const Profile& profile) {
    std::map<std::int32_t, std::vector<ThreadTimes>> processes;
    if (profile.metrics.empty() || profile.metrics.front().name != "wall") {
        return {};
    }
    for (const ThreadProfile& thread : profile.threads) {
        if (thread.process >= 0) {
            processes[thread.process].push_back(timesOf(profile, thread));
        }
    }
    std::vector<IoOverlap> result;
    for (const auto& [process, threads] : processes) {
        IoOverlap overlap{process, threads.size(), 0, 0, 0};
        for (std::size_t i = 0; i < threads.size(); ++i) {
            addThread(overlap, threads, i, profile.timeNs);
        }
        if (overlap.ioNs > 0) {
            result.push_back(overlap);
        }
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const IoOverlap& a, const IoOverlap& b) { return a.ioNs > b.ioNs; });
    return result;
}

ReportTable ioOverlapTable(const Profile& profile) {
    ReportTable table{"ioOverlap", "process", {}, {}, {}, 0};
    table.columns = {{"process", "process", ""},
                     {"threads", "threads", ""},
                     {"time", "I/O", "ns"},
                     {"overlapLeast", "beside computing, at least", "ns"},
                     {"overlapMost", "at most", "ns"}};
    for (const IoOverlap& overlap : ioOverlap(profile)) {
        table.rows.push_back({nameOfProcess(profile, overlap.process),
                              static_cast<std::int64_t>(overlap.threads), overlap.ioNs,
                              overlap.leastNs, overlap.mostNs});
    }
    return table;
}

}  // namespace gantry::perf
