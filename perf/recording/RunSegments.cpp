#include <perf/recording/RunArchive.hpp>

#include <chrono>
#include <filesystem>
#include <utility>

namespace gantry::perf {

namespace {

// No segment of a run is older than the run, so a folder full of forgotten ones costs nothing. An
// hour, because the clock of a file server may differ from that of this machine.
std::filesystem::file_time_type oldestOf(const RecordedRun& run) {
    using FileTime = std::filesystem::file_time_type;
    if (!run.end) {
        return FileTime::min();
    }
    const std::chrono::sys_time<std::chrono::nanoseconds> began(
        std::chrono::nanoseconds(run.end->startedNs));
    return FileTime::clock::from_sys(began) - std::chrono::hours(1);
}

}  // namespace

std::vector<SegmentInfo> segmentsOf(const RecordedRun& run) {
    std::vector<SegmentInfo> found;
    for (SegmentInfo& info : segmentsIn(run.folder, oldestOf(run))) {
        // One that was killed in its first moments has not noted its run yet.
        const bool isFirst = run.end && info.session.empty() && info.pid == run.end->pid &&
                             info.createdNs >= run.end->startedNs;
        const bool noted = !run.token.empty() && info.session == run.token;
        if (info.problem.empty() && (noted || isFirst)) {
            found.push_back(std::move(info));
        }
    }
    return found;
}

}  // namespace gantry::perf
