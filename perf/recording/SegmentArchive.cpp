#include <base/text/NumberText.hpp>
#include <base/text/TimeText.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/recording/SegmentArchive.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/Trace.hpp>
#include <perf/trace/TraceError.hpp>

#include <utility>
#include <vector>

namespace gantry::perf {

std::vector<ArchivedChunk> traceIn(SegmentFile& file, Profile& profile) {
    std::vector<std::string> notes;
    std::vector<ArchivedChunk> trace;
    try {
        trace = archivedTrace(traceOfSegment(file, profile, notes));
    } catch (const TraceError& error) {
        // The profile counts more.
        notes.emplace_back(error.what());
    }
    for (const std::string& note : notes) {
        profile.context.emplace_back(kTraceProblem, note);
    }
    return trace;
}

std::uint64_t recordsIn(const std::vector<ArchivedChunk>& trace) {
    std::vector<std::string> chunks;
    chunks.reserve(trace.size());
    for (const ArchivedChunk& chunk : trace) {
        chunks.push_back(chunk.bytes);
    }
    return Trace(std::move(chunks)).records();
}

std::string archivedText(const std::filesystem::path& output, const Profile& profile,
                         std::uint64_t damaged, std::uint64_t records) {
    std::string line = output.string() + ": " + base::plural(profile.timers.size(), "timer") +
                       ", " + base::plural(profile.threads.size(), "thread") + ", " +
                       (profile.ranks ? base::plural(profile.ranks->size, "rank") + ", " : "") +
                       base::duration(static_cast<double>(profile.timeNs) * 1e-9) + " measured";
    if (records > 0) {
        line += ", " + base::plural(records, "record") + " of its trace";
    }
    if (damaged > 0) {
        line += "; " + base::plural(damaged, "damaged record") + " left out";
    }
    return line + '\n';
}

std::string archiveSegment(SegmentFile& file, const std::filesystem::path& output,
                           const std::string& relation) {
    SegmentReader::Reading reading = file.read();
    Profile& profile = reading.profile;
    // The moment up to which the segment has values, not that of writing the archive.
    profile.created = base::isoTime(base::timeOf(file.header().createdNs + profile.timeNs));
    profile.context.emplace_back(relation, file.path().filename().string());
    if (reading.damaged > 0) {
        profile.context.emplace_back("damaged records left out", std::to_string(reading.damaged));
    }
    std::uint64_t records = 0;
    if (output.extension() == ".json") {
        writeProfile(output, profile);
    } else {
        const std::vector<ArchivedChunk> trace = traceIn(file, profile);
        writeArchive(output, profile, withTimeline(trace));
        records = recordsIn(trace);
    }
    return archivedText(output, profile, reading.damaged, records);
}

}  // namespace gantry::perf
