#include <perf/archive/Archive.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/runs/RunFile.hpp>
#include <perf/runs/RunFindings.hpp>
#include <perf/runs/RunTimeline.hpp>
#include <perf/sources/SourceState.hpp>
#include <server/live/ServedFile.hpp>

#include <utility>

namespace gantry::server {

ServedRun servedRun(const std::filesystem::path& file, bool raw, const perf::Notes& notes,
                    const TuningSummary& tuning) {
    ServedRun run;
    run.name = file.filename().string();
    perf::ProfileFile opened = perf::openProfileFile(file);
    run.profile = std::move(opened.profile);
    // A copy of it only where the two differ.
    if (!raw && run.profile.probeOverhead && !perf::isCompensated(run.profile)) {
        run.measured = run.profile;
        run.profile = perf::compensatedWhereKnown(std::move(run.profile));
    }
    perf::CheckedArchive* const archive = opened.archive ? &*opened.archive : nullptr;
    if (archive != nullptr) {
        run.history = archive->history();
        perf::noteChanges(run.history.sources);
    }
    const std::string path = file.string();
    run.timeline = perf::timelineForPage(path, notes, archive);
    run.analysis =
        perf::analysisForPage({path, run.profile, run.history, run.timeline, archive}, notes);
    run.tuning = tuning ? tuning(run.history) : std::string();
    return run;
}

}  // namespace gantry::server
