#include <perf/recording/SegmentChoice.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <utility>

namespace gantry::perf {

namespace {

bool hasFact(const Profile& profile, const char* key) {
    return std::any_of(profile.context.begin(), profile.context.end(),
                       [key](const auto& fact) { return fact.first == key; });
}

// The profile first: the trace then has at least what the profile counts.
TraceSource ofSegment(const std::filesystem::path& path) {
    SegmentFile file(path);
    TraceSource source;
    source.running = file.isLive();
    source.profile = file.read().profile;
    source.chunks = traceOfSegment(file, *source.profile, source.notes);
    return source;
}

}  // namespace

TraceSource readTraceSource(const std::string& word) {
    TraceSource source;
    // By content, not by name.
    if (looksLikeArchive(word)) {
        source.chunks = readTraceChunks(word);
        source.profile = readArchive(word);
        if (source.chunks.empty() && hasFact(*source.profile, kTraceBeside)) {
            source.chunks = chunksOfFile(traceBeside(word), false, source.notes);
        }
        return source;
    }
    if (looksLikeTrace(word)) {
        source.chunks = chunksOfFile(word, false, source.notes);
        return source;
    }
    return ofSegment(chooseSegment(word));
}

}  // namespace gantry::perf
