#include <perf/project/Project.hpp>
#include <perf/runs/RunSets.hpp>
#include <server/api/RunApi.hpp>
#include <server/live/ServedFile.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "Command.hpp"
#include "OptionParser.hpp"
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
    parser
        .flag("raw",
              "Show values as measured. Without this option, the measurement overhead is "
              "subtracted where it is known.")
        .positional("RUN...");
    addViewerOptions(parser);
    return parser;
}

// A folder stands for the runs in it, and so does a project.
std::vector<std::filesystem::path> filesOf(const Words& words) {
    std::vector<std::filesystem::path> files;
    for (const std::string& word : words) {
        if (std::filesystem::is_directory(word) || perf::isProjectFile(word)) {
            const perf::RunSet set = readWords([&] { return perf::runSetIn(word); });
            files.insert(files.end(), set.files.begin(), set.files.end());
        } else {
            files.emplace_back(word);
        }
    }
    return files;
}

// The project that the page shows, as JSON; empty: none is given.
std::string projectOf(const Words& words) {
    const auto found = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return perf::isProjectFile(word);
    });
    return found == words.end() ? std::string() : perf::toJson(perf::readProjectFile(*found));
}

int execute(const Words& words) {
    OptionParser parser = viewParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    ViewerServer viewer(viewerOptions(parser));
    std::vector<server::ServedRun> runs;
    std::string title;
    for (const std::filesystem::path& file : filesOf(parser.positionalWords())) {
        runs.push_back(server::servedRun(file, parser.has("raw"), printNote));
        title += (title.empty() ? "" : ", ") + runs.back().name;
    }
    // Owned by the server, which may still use it while it ends.
    auto api = std::make_shared<const server::RunApi>(title, std::move(runs), std::nullopt,
                                                      projectOf(parser.positionalWords()));
    viewer.start([api](const server::HttpRequest& request) { return api->reply(request); });
    viewer.waitForEnd();
    return kDone;
}

}  // namespace

Command viewCommand() {
    return {"show runs in a browser", {"gantry view run.gantry"}, execute};
}

}  // namespace gantry::tools
