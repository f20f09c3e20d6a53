#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <server/ServingChild.hpp>
#include <server/live/ServedProgram.hpp>

#include <SummaryJson.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <string>
#include <unistd.h>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "viewer_server/ViewerServer.hpp"

namespace gantry::tools {

namespace {

OptionParser serveParser() {
    OptionParser parser(
        "gantry serve [options] PID|SEGMENT",
        "Shows the live measurements of a running program in a browser. The program is not "
        "stopped and need not cooperate. The views are served on this machine only; the printed "
        "link that opens them is valid once. After the end of the program, its archive is shown "
        "if one is written to the program's folder, else its last state, until Ctrl-C.",
        {"gantry serve 4711", "gantry serve --interval 0.2 --port 8080 4711",
         "gantry serve --allow-control app 4711     of gantry run --listen app"});
    parser.option("interval", "SECONDS",
                  "Least time between two states, however often pages ask (default: 0.1).");
    addRawOption(parser);
    parser
        .option("allow-control", "SOCKET",
                "Let pages change the assembly of gantry run --listen SOCKET. Off by default.")
        .option("wait", "SECONDS", "Wait up to this time for the process to begin measuring.")
        .flag("with-parent", "End when the process that started this command ends.")
        .positional("PID|SEGMENT");
    addViewerOptions(parser);
    return parser;
}

// Whether it was found in time: the segment of a short run may go while it is opened.
bool followRun(const std::string& word, double seconds, ViewerServer& viewer,
               const server::ServedParent& run, server::ServedProgram& program) {
    while (const auto segment =
               server::awaitSegment(word, seconds, viewer, [&run] { return run.hasEnded(); })) {
        try {
            program.follow(*segment);
            return true;
        } catch (const perf::SegmentError& error) {
            if (error.kind() != perf::SegmentError::Kind::File) {
                throw;
            }
        }
    }
    return false;
}

// The link is printed before the run begins, whose end is then awaited by its parent.
void serveParent(const std::string& word, double seconds, ViewerServer& viewer,
                 server::ServedProgram& program, std::chrono::milliseconds least) {
    const server::ServedParent run;
    program.begin();
    run.notify();
    if (followRun(word, seconds, viewer, run, program)) {
        run.notify();
        program.serve(least);
    } else if (program.showArchive()) {
        run.notify();
        viewer.waitForEnd();
    } else {
        std::cout
            << "The run has ended before it could be followed, and has no archive here: nothing "
               "is shown.\n"
            << std::flush;
    }
}

int execute(const Words& words) {
    OptionParser parser = serveParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    constexpr double kUsualInterval = 0.1;
    const double seconds = secondsValue(parser, "interval", {0.02, 3600}).value_or(kUsualInterval);
    ViewerServer viewer(viewerOptions(parser));
    if (parser.has("with-parent")) {
        server::ServedParent::endWithIt();
    }
    const double patience = secondsValue(parser, "wait", {0, 1e6}).value_or(0);
    const std::string& word = parser.positionalWords().front();
    // A run begins to listen shortly after it began to measure.
    constexpr std::chrono::seconds kPatience{10};
    const server::ServedProgram::Control control{
        parser.value("allow-control"), patience > 0 ? kPatience : std::chrono::milliseconds(0)};
    const std::chrono::milliseconds least(static_cast<std::int64_t>(seconds * 1000));
    // Of a run that began this command to show itself.
    if (parser.has("with-parent") && word == std::to_string(::getppid())) {
        server::ServedProgram program(::getppid(), viewer, parser.has("raw"), control,
                                      records::summaryForPage);
        serveParent(word, patience, viewer, program, least);
        return kDone;
    }
    const std::filesystem::path segment = *server::awaitSegment(word, patience, viewer);
    server::ServedProgram program(perf::SegmentFile(segment).header().pid, viewer,
                                  parser.has("raw"), control, records::summaryForPage);
    program.follow(segment);
    program.begin();
    program.serve(least);
    return kDone;
}

}  // namespace

Command serveCommand() {
    return {"show a running program live in a browser", {"gantry serve PID"}, execute};
}

}  // namespace gantry::tools
