#include <base/files/AtomicFile.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/runs/ImportedArchive.hpp>
#include <perf/trace/TraceFile.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

void writeImported(const ImportedRun& run, const std::filesystem::path& file) {
    if (file.extension() == ".json") {
        writeProfile(file, run.profile);
        return;
    }
    std::vector<ArchivedChunk> trace;
    for (const ImportedRun::RankTrace& of : run.traces) {
        if (of.rank) {
            std::filesystem::path beside = file;
            beside.replace_extension("rank" + std::to_string(*of.rank) + ".trace");
            base::writeAtomically(beside, traceFileOf(of.chunks));
        } else {
            trace = withTimeline(archivedTrace(of.chunks));
        }
    }
    writeArchive(file, run.profile, trace);
}

}  // namespace gantry::perf
