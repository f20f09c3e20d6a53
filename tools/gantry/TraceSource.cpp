#include "TraceSource.hpp"

#include <base/text/NumberText.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/SegmentDrain.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>

#include "SegmentChoice.hpp"

namespace gantry::tools {

namespace {

std::vector<std::string> chunksOfFile(const std::filesystem::path& path, bool mayGrow,
                                      std::vector<std::string>& notes) {
    perf::TraceFileContent content = perf::readTraceFile(path);
    if (content.damaged > 0) {
        notes.push_back(path.string() + ": damaged in " + base::plural(content.damaged, "place") +
                        ", " + base::plural(content.damagedBytes, "byte") + " left out");
    }
    if (content.cutBytes > 0 && !mayGrow) {
        notes.push_back(path.string() + ": the file is cut: its last " +
                        base::plural(content.cutBytes, "byte") + " are no whole chunk");
    }
    return std::move(content.chunks);
}

bool hasFact(const perf::Profile& profile, const char* key) {
    return std::any_of(profile.context.begin(), profile.context.end(),
                       [key](const auto& fact) { return fact.first == key; });
}

// The file that the trace of a process was drained into, by itself or by who ran it; empty where
// there is none.
std::filesystem::path drainedFile(const perf::Profile& profile,
                                  const std::filesystem::path& segment) {
    for (const auto& [key, value] : profile.context) {
        if (key == perf::kTraceFile) {
            return value;
        }
    }
    const std::filesystem::path outside = perf::drainedFileIn(profile.context, segment);
    std::error_code ignored;
    return std::filesystem::exists(outside, ignored) ? outside : std::filesystem::path();
}

TraceSource ofSegment(const std::filesystem::path& path) {
    perf::SegmentFile file(path);
    TraceSource source;
    source.running = file.isLive();
    source.profile = file.read().profile;
    source.chunks = traceOfSegment(file, *source.profile, source.notes);
    return source;
}

TraceSource sourceOf(const std::string& word) {
    TraceSource source;
    if (perf::looksLikeArchive(word)) {
        source.chunks = perf::readTraceChunks(word);
        source.profile = perf::readArchive(word);
        if (source.chunks.empty() && hasFact(*source.profile, perf::kTraceBeside)) {
            source.chunks = chunksOfFile(traceBeside(word), false, source.notes);
        }
        return source;
    }
    if (perf::looksLikeTrace(word)) {
        source.chunks = chunksOfFile(word, false, source.notes);
        return source;
    }
    return ofSegment(chooseSegment(word));
}

}  // namespace

std::filesystem::path traceBeside(const std::filesystem::path& archive) {
    return std::filesystem::path(archive).replace_extension("trace");
}

std::vector<std::string> traceOfSegment(perf::SegmentFile& file, const perf::Profile& profile,
                                        std::vector<std::string>& notes) {
    // First, so that what goes into the file meanwhile is at worst in both.
    std::vector<std::string> rings = perf::chunksOf(file);
    const std::filesystem::path drained = drainedFile(profile, file.path());
    if (rings.empty() || drained.empty()) {
        return rings;
    }
    std::vector<std::string> chunks;
    try {
        chunks = chunksOfFile(drained, file.isLive(), notes);
    } catch (const perf::TraceError& error) {
        notes.emplace_back(error.what());
    }
    // The tables of the rings are the newest, and the end is theirs.
    std::move(rings.begin(), rings.end(), std::back_inserter(chunks));
    return chunks;
}

TraceSource readTraceSource(const std::string& word) {
    TraceSource source = sourceOf(word);
    if (source.chunks.empty()) {
        throw std::runtime_error(word +
                                 ": there is no trace in it; `gantry run --trace latest` or "
                                 "`--trace drain` keeps one");
    }
    return source;
}

std::vector<perf::ArchivedChunk> archivedTrace(const std::vector<std::string>& chunks) {
    const perf::Trace trace(chunks);
    const perf::TraceClock clock = trace.tables().clock.value_or(perf::TraceClock{});
    std::set<const std::string*> needed;
    for (const auto& [number, of] : trace.threads()) {
        needed.insert(of.begin(), of.end());
    }
    std::vector<perf::ArchivedChunk> archived;
    for (const std::string& chunk : trace.chunks()) {
        perf::ChunkHeader header{};
        perf::lookAtChunk(chunk, header);
        if (header.records > 0 && !needed.contains(&chunk)) {
            continue;
        }
        perf::ArchivedChunk& row = archived.emplace_back();
        row.kind = header.kind;
        row.thread = header.thread;
        row.firstNs = header.records == 0 ? 0 : clock.since(header.firstTime);
        row.records = header.records;
        row.lost = static_cast<std::int64_t>(header.lost);
        row.bytes = chunk;
    }
    return archived;
}

}  // namespace gantry::tools
