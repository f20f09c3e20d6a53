#include <perf/recording/RunTrace.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/Trace.hpp>

#include <algorithm>
#include <stdexcept>
#include <unistd.h>

namespace gantry::perf {

namespace {

// Reads this process's own segment by its file, as any other process would: reading needs no part
// of the engine. chunksOfSegment: takes the file and what is to be noted.
template <class ChunksOfSegment>
RunTrace readTrace(const Profile& profile, ChunksOfSegment chunksOfSegment) {
    RunTrace trace;
    for (const SegmentInfo& info : segmentsIn(segmentFolder())) {
        if (info.pid == ::getpid() && info.problem.empty() && trace.chunks.empty()) {
            SegmentFile file(info.path);
            trace.chunks = chunksOfSegment(file, trace.notes);
        }
    }
    if (trace.chunks.empty()) {
        throw std::runtime_error(
            "the trace cannot be read: nothing was traced, or the segment is not a file in " +
            segmentFolder().string());
    }
    const auto drained = std::find_if(profile.context.begin(), profile.context.end(),
                                      [](const auto& fact) { return fact.first == kTraceFile; });
    if (drained != profile.context.end()) {
        trace.file = drained->second;
    }
    const Trace read(trace.chunks);
    trace.records = read.records();
    trace.bytes = read.bytes();
    for (const auto& [number, thread] : read.tables().threads) {
        trace.lost += thread.lost;
    }
    return trace;
}

}  // namespace

RunTrace traceOfThisProcess(const Profile& profile) {
    return readTrace(profile, [&profile](SegmentFile& file, std::vector<std::string>& notes) {
        return traceOfSegment(file, profile, notes);
    });
}

RunTrace ringsOfThisProcess(const Profile& profile) {
    return readTrace(
        profile, [](SegmentFile& file, const std::vector<std::string>&) { return chunksOf(file); });
}

}  // namespace gantry::perf
