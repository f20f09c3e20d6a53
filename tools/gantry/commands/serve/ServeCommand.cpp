#include <perf/model/Overhead.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <server/api/LiveApi.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "ViewerServer.hpp"

namespace gantry::tools {

namespace {

OptionParser serveParser() {
    OptionParser parser(
        "gantry serve [options] PID|SEGMENT",
        "Shows the live measurements of a running program in a browser. The program is not "
        "stopped and need not cooperate. The views are served on this machine only; the printed "
        "link that opens them is valid once. After the program has ended, its last state remains "
        "available until Ctrl-C.",
        {"gantry serve 4711", "gantry serve --interval 0.2 --port 8080 4711"});
    parser.option("interval", "SECONDS", "Time between two states (default: 1).")
        .flag("raw",
              "Show values as measured. Without this option, the measurement overhead is "
              "subtracted where it is known.")
        .positional("PID|SEGMENT");
    addViewerOptions(parser);
    return parser;
}

server::ServedRun stateOf(perf::SegmentFile& file, const std::string& name, bool raw) {
    server::ServedRun run;
    run.name = name;
    run.profile = file.read().profile;
    if (!raw) {
        run.profile = perf::compensatedWhereKnown(std::move(run.profile));
    }
    return run;
}

int execute(const Words& words) {
    OptionParser parser = serveParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const double seconds = secondsValue(parser, "interval", {0.05, 3600}).value_or(1);
    const std::chrono::milliseconds interval(static_cast<std::int64_t>(seconds * 1000));
    ViewerServer viewer(viewerOptions(parser));
    perf::SegmentFile file(perf::chooseSegment(parser.positionalWords().front()));
    const std::string name = "process " + std::to_string(file.header().pid);
    // Owned by the server, which may still use it while it ends.
    auto api = std::make_shared<server::LiveApi>(name);
    api->update(stateOf(file, name, parser.has("raw")));
    viewer.start([api](const server::HttpRequest& request) { return api->reply(request); });
    bool runs = true;
    while (!viewer.waitForEnd(interval)) {
        const bool wasRunning = std::exchange(runs, runs && file.isLive());
        // While nobody watches, the program is not read, but for its last state.
        if (!wasRunning || (runs && viewer.http().watchers() == 0)) {
            continue;
        }
        server::ServedRun state = stateOf(file, name, parser.has("raw"));
        const std::int64_t time = state.profile.timeNs;
        api->update(std::move(state));
        viewer.http().publish(server::LiveApi::event(time, runs));
    }
    return kDone;
}

}  // namespace

Command serveCommand() {
    return {"show a running program live in a browser", {"gantry serve PID"}, execute};
}

}  // namespace gantry::tools
