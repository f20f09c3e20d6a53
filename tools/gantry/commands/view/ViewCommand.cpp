#include <perf/archive/Archive.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/runs/RunFile.hpp>
#include <server/api/RunApi.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "Command.hpp"
#include "OptionParser.hpp"
#include "RunFindings.hpp"
#include "RunTimeline.hpp"
#include "ViewerServer.hpp"

namespace gantry::tools {

namespace {

OptionParser viewParser() {
    OptionParser parser("gantry view [options] RUN...",
                        "Shows archives or JSON profiles in a browser. The views are served on "
                        "this machine only; the printed link that opens them is valid once.",
                        {"gantry view run.gantry", "gantry view --no-open --port 8080 run.gantry",
                         "gantry view before.gantry after.gantry      compare two runs"});
    parser
        .flag("raw",
              "Show values as measured. Without this option, the measurement overhead is "
              "subtracted where it is known.")
        .positional("RUN...");
    addViewerOptions(parser);
    return parser;
}

server::ServedRun readRun(const std::string& file, bool raw) {
    server::ServedRun run;
    run.name = std::filesystem::path(file).filename().string();
    run.profile = perf::readProfileFile(file);
    if (!raw) {
        run.profile = perf::compensatedWhereKnown(std::move(run.profile));
    }
    if (perf::looksLikeArchive(file)) {
        run.history = perf::readHistory(file);
    }
    run.timeline = timelineForPage(file);
    run.analysis = analysisForPage(file, run.profile, run.timeline);
    return run;
}

int execute(const Words& words) {
    OptionParser parser = viewParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    ViewerServer viewer(viewerOptions(parser));
    std::vector<server::ServedRun> runs;
    std::string title;
    for (const std::string& file : parser.positionalWords()) {
        runs.push_back(readRun(file, parser.has("raw")));
        title += (title.empty() ? "" : ", ") + runs.back().name;
    }
    // Owned by the server, which may still use it while it ends.
    auto api = std::make_shared<const server::RunApi>(title, std::move(runs));
    viewer.start([api](const server::HttpRequest& request) { return api->reply(request); });
    viewer.waitForEnd();
    return kDone;
}

}  // namespace

Command viewCommand() {
    return {"show runs in a browser", {"gantry view run.gantry"}, execute};
}

}  // namespace gantry::tools
