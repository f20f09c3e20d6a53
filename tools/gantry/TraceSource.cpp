#include "TraceSource.hpp"

#include <perf/recording/SegmentChoice.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gantry::tools {

namespace {

bool hasFact(const perf::Profile& profile, const char* key) {
    return std::any_of(profile.context.begin(), profile.context.end(),
                       [key](const auto& fact) { return fact.first == key; });
}

TraceSource ofSegment(const std::filesystem::path& path) {
    perf::SegmentFile file(path);
    TraceSource source;
    source.running = file.isLive();
    source.profile = file.read().profile;
    source.chunks = perf::traceOfSegment(file, *source.profile, source.notes);
    return source;
}

TraceSource sourceOf(const std::string& word) {
    TraceSource source;
    if (perf::looksLikeArchive(word)) {
        source.chunks = perf::readTraceChunks(word);
        source.profile = perf::readArchive(word);
        if (source.chunks.empty() && hasFact(*source.profile, perf::kTraceBeside)) {
            source.chunks = perf::chunksOfFile(perf::traceBeside(word), false, source.notes);
        }
        return source;
    }
    if (perf::looksLikeTrace(word)) {
        source.chunks = perf::chunksOfFile(word, false, source.notes);
        return source;
    }
    return ofSegment(perf::chooseSegment(word));
}

}  // namespace

TraceSource readTraceSource(const std::string& word) {
    TraceSource source = sourceOf(word);
    if (source.chunks.empty()) {
        throw std::runtime_error(word +
                                 ": there is no trace in it; `gantry run --trace latest` or "
                                 "`--trace drain` keeps one");
    }
    return source;
}

}  // namespace gantry::tools
