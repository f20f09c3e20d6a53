#include "ServedFile.hpp"

#include <perf/archive/Archive.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/runs/RunFile.hpp>

#include <utility>

#include "RunFindings.hpp"
#include "RunTimeline.hpp"

namespace gantry::tools {

server::ServedRun servedRun(const std::filesystem::path& file, bool raw) {
    server::ServedRun run;
    run.name = file.filename().string();
    run.profile = perf::readProfileFile(file);
    if (!raw) {
        run.measured = run.profile;
        run.profile = perf::compensatedWhereKnown(std::move(run.profile));
    }
    if (perf::looksLikeArchive(file)) {
        run.history = perf::readHistory(file);
    }
    run.timeline = timelineForPage(file);
    run.analysis = analysisForPage(file, run.profile, run.timeline);
    return run;
}

}  // namespace gantry::tools
