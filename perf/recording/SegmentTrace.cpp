#include <base/text/NumberText.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/SegmentDrain.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

namespace gantry::perf {

namespace {

// The file that the trace of a process was drained into, by itself or by who ran it; empty where
// there is none.
std::filesystem::path drainedFile(const Profile& profile, const std::filesystem::path& segment) {
    for (const auto& [key, value] : profile.context) {
        if (key == kTraceFile) {
            return value;
        }
    }
    const std::filesystem::path outside = drainedFileIn(profile.context, segment);
    std::error_code ignored;
    return std::filesystem::exists(outside, ignored) ? outside : std::filesystem::path();
}

}  // namespace

std::vector<std::string> chunksOfFile(const std::filesystem::path& path, bool mayGrow,
                                      std::vector<std::string>& notes) {
    TraceFileContent content = readTraceFile(path);
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

std::filesystem::path traceBeside(const std::filesystem::path& archive) {
    return std::filesystem::path(archive).replace_extension("trace");
}

std::vector<std::string> traceOfSegment(SegmentFile& file, const Profile& profile,
                                        std::vector<std::string>& notes) {
    // First, so that what goes into the file meanwhile is at worst in both.
    std::vector<std::string> rings = chunksOf(file);
    const std::filesystem::path drained = drainedFile(profile, file.path());
    if (rings.empty() || drained.empty()) {
        return rings;
    }
    std::vector<std::string> chunks;
    try {
        chunks = chunksOfFile(drained, file.isLive(), notes);
    } catch (const TraceError& error) {
        notes.emplace_back(error.what());
    }
    // The tables of the rings are the newest, and the end is theirs.
    std::move(rings.begin(), rings.end(), std::back_inserter(chunks));
    return chunks;
}

std::vector<ArchivedChunk> archivedTrace(const std::vector<std::string>& chunks) {
    const Trace trace(chunks);
    const TraceClock clock = trace.tables().clock.value_or(TraceClock{});
    std::set<const std::string*> needed;
    for (const auto& [number, of] : trace.threads()) {
        needed.insert(of.begin(), of.end());
    }
    std::vector<ArchivedChunk> archived;
    for (const std::string& chunk : trace.chunks()) {
        ChunkHeader header{};
        lookAtChunk(chunk, header);
        const bool isRecords = header.kind == static_cast<std::uint32_t>(ChunkKind::Records);
        // Records that earlier chunks have as well; all other chunks stay.
        if (isRecords && header.records > 0 && !needed.contains(&chunk)) {
            continue;
        }
        ArchivedChunk& row = archived.emplace_back();
        row.kind = header.kind;
        row.thread = header.thread;
        row.firstNs = header.records == 0 || !isRecords ? 0 : clock.since(header.firstTime);
        row.records = isRecords ? header.records : 0;
        row.lost = static_cast<std::int64_t>(header.lost);
        row.bytes = chunk;
    }
    return archived;
}

}  // namespace gantry::perf
