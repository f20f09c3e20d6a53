#include <base/text/Joined.hpp>
#include <base/text/Printable.hpp>
#include <perf/project/Project.hpp>
#include <perf/runs/RunSets.hpp>
#include <server/api/RunApi.hpp>
#include <server/live/ServedFile.hpp>

#include <SummaryJson.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "ProgressLine.hpp"
#include "RunNotes.hpp"
#include "viewer_server/ViewerServer.hpp"

namespace gantry::tools {

namespace {

OptionParser viewParser() {
    OptionParser parser("gantry view [options] RUN...",
                        "Shows archives or JSON profiles in a browser; a folder stands for all "
                        "runs in it, a project for its runs. The views are served on "
                        "this machine only; the printed link that opens them is valid once.",
                        {"gantry view run.gantry", "gantry view --no-open --port 8080 run.gantry",
                         "gantry view before.gantry after.gantry      compare two runs",
                         "gantry view runs/                           all runs in the folder",
                         "gantry view heat.json                       all runs of a project"});
    addRawOption(parser);
    parser
        .flag("allow-control",
              "Let pages save what they change of the project that is opened: its texts and notes, "
              "in its file. Off by default.")
        .positional("RUN...");
    addViewerOptions(parser);
    return parser;
}

// The first project, which the page shows.
void addProject(const OptionParser& parser, server::ServedContext& context) {
    const Words& words = parser.positionalWords();
    const auto found = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return perf::isProjectFile(word);
    });
    if (found != words.end()) {
        context.project = perf::toJson(perf::readProjectFile(*found));
    }
    if (parser.has("allow-control")) {
        if (found == words.end()) {
            throw UsageError("--allow-control lets pages save a project; none is opened");
        }
        // The current folder may change, the file may not.
        context.saveProject = [file =
                                   std::filesystem::absolute(*found)](const std::string& edited) {
            return perf::saveEdits(file, edited);
        };
    }
}

std::vector<server::ServedRun> readRuns(const OptionParser& parser,
                                        server::ServedContext& context) {
    std::vector<server::ServedRun> runs;
    for (const perf::RunSet& set :
         readWords([&] { return perf::setsToView(parser.positionalWords()); })) {
        context.sets.emplace_back();
        for (const std::filesystem::path& file : set.files) {
            const ProgressLine progress("reading " + base::printable(file.string()));
            context.sets.back().push_back(runs.size());
            runs.push_back(
                server::servedRun(file, parser.has("raw"), printNote, records::summaryForPage));
        }
    }
    return runs;
}

int execute(const Words& words) {
    OptionParser parser = viewParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    ViewerServer viewer(viewerOptions(parser));
    server::ServedContext context;
    addProject(parser, context);
    std::vector<server::ServedRun> runs = readRuns(parser, context);
    const std::string title = base::joined(runs, ", ", &server::ServedRun::name);
    context.prepares = true;
    // Owned by the server, which may still use it while it ends.
    auto api = std::make_shared<const server::RunApi>(title, std::move(runs), std::move(context));
    viewer.start([api](const server::HttpRequest& request) { return api->reply(request); });
    // While the browser starts.
    const std::jthread preparing([api] { api->prepare(); });
    viewer.waitForEnd();
    return kDone;
}

}  // namespace

Command viewCommand() {
    return {"show runs in a browser", {"gantry view run.gantry"}, execute};
}

}  // namespace gantry::tools
