#include <perf/recording/SegmentChoice.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/TraceFile.hpp>

#include <utility>

namespace gantry::perf {

namespace {

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
        CheckedArchive archive(word);
        source = traceInArchive(archive, word);
        source.profile = archive.profile();
        return source;
    }
    if (looksLikeTrace(word)) {
        source.chunks = chunksOfFile(word, false, source.notes);
        return source;
    }
    return ofSegment(chooseSegment(word));
}

TraceSource traceInArchive(CheckedArchive& archive, const std::string& word) {
    TraceSource source;
    source.chunks = archive.traceChunks();
    if (source.chunks.empty() && archive.hasFact(kTraceBeside)) {
        source.chunks = chunksOfFile(traceBeside(word), false, source.notes);
    }
    return source;
}

}  // namespace gantry::perf
