#include <perf/recording/RunArchive.hpp>

#include <utility>

namespace gantry::perf {

std::vector<SegmentInfo> segmentsOf(const RecordedRun& run) {
    std::vector<SegmentInfo> found;
    for (SegmentInfo& info : segmentsIn(run.folder)) {
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
