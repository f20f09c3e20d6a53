#include <perf/archive/Archive.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/runs/RunFile.hpp>
#include <perf/runs/RunFindings.hpp>
#include <perf/runs/RunTimeline.hpp>
#include <perf/sources/SourceState.hpp>
#include <server/live/ServedFile.hpp>

#include <utility>

namespace gantry::server {

ServedRun servedRun(const std::filesystem::path& file, bool raw, const perf::Notes& notes) {
    ServedRun run;
    run.name = file.filename().string();
    run.profile = perf::readProfileFile(file);
    if (!raw) {
        run.measured = run.profile;
        run.profile = perf::compensatedWhereKnown(std::move(run.profile));
    }
    if (perf::looksLikeArchive(file)) {
        run.history = perf::readHistory(file);
        perf::noteChanges(run.history.sources);
    }
    run.timeline = perf::timelineForPage(file, notes);
    run.analysis = perf::analysisForPage(file, run.profile, run.timeline, notes);
    return run;
}

}  // namespace gantry::server
