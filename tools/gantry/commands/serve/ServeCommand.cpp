#include <perf/segment/SegmentFile.hpp>
#include <server/live/ServedProgram.hpp>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <unistd.h>

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
        "link that opens them is valid once. After the end of the program, its archive is shown "
        "if one is written to the program's folder, else its last state, until Ctrl-C.",
        {"gantry serve 4711", "gantry serve --interval 0.2 --port 8080 4711",
         "gantry serve --allow-control app 4711     of gantry run --listen app"});
    parser
        .option("interval", "SECONDS",
                "Least time between two states, however often pages ask (default: 0.1).")
        .flag("raw",
              "Show values as measured. Without this option, the measurement overhead is "
              "subtracted where it is known.")
        .option("allow-control", "SOCKET",
                "Let pages change the assembly of gantry run --listen SOCKET. Off by default.")
        .option("wait", "SECONDS", "Wait up to this time for the process to begin measuring.")
        .flag("with-parent", "End when the process that started this command ends.")
        .positional("PID|SEGMENT");
    addViewerOptions(parser);
    return parser;
}

void endWithParent() {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    // It may have ended before.
    if (::getppid() == 1) {
        throw std::runtime_error("the process that started this one has ended");
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
        endWithParent();
    }
    const double patience = secondsValue(parser, "wait", {0, 1e6}).value_or(0);
    perf::SegmentFile file(
        server::awaitSegment(parser.positionalWords().front(), patience, viewer));
    // A run begins to listen shortly after it began to measure.
    constexpr std::chrono::seconds kPatience{10};
    server::ServedProgram program(
        file, viewer, parser.has("raw"),
        {parser.value("allow-control"), patience > 0 ? kPatience : std::chrono::milliseconds(0)});
    program.serve(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
    return kDone;
}

}  // namespace

Command serveCommand() {
    return {"show a running program live in a browser", {"gantry serve PID"}, execute};
}

}  // namespace gantry::tools
