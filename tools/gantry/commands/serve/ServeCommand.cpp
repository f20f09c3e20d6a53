#include <base/text/Printable.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <server/api/LiveApi.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

#include "Command.hpp"
#include "EndedArchive.hpp"
#include "LiveCommands.hpp"
#include "OptionValues.hpp"
#include "ServedFile.hpp"
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

/// A program that runs, from outside, and its archive when it has ended.
class ServedProgram final {
public:
    using Facts = server::LiveStates::Facts;

    /// The socket of its assembly, and how long that may take until it listens.
    struct Control {
        std::optional<std::string> socket;
        std::chrono::milliseconds patience;
    };

    ServedProgram(perf::SegmentFile& file, ViewerServer& viewer, bool raw, const Control& control)
        : file_(file),
          viewer_(viewer),
          raw_(raw),
          name_("process " + std::to_string(file.header().pid)),
          folder_(workingFolderOf(file.header().pid)),
          began_(std::filesystem::file_time_type::clock::now()),
          api_(std::make_shared<server::LiveApi>(
              name_, [this] { return stateIfRunning(); }, controlOf(control))) {}

    /// The server asks this object for states.
    ~ServedProgram() {
        // The one wakes the other.
        if (commands_) {
            commands_->stop();
        }
        viewer_.stop();
    }
    ServedProgram(const ServedProgram&) = delete;
    ServedProgram& operator=(const ServedProgram&) = delete;

    void serve(std::chrono::milliseconds least) {
        show(server::LiveProgram::Runs);
        // Owned by the server, which may still use it while it ends.
        viewer_.start(
            [api = api_](const server::HttpRequest& request) { return api->reply(request); });
        auto shown = std::chrono::steady_clock::now();
        while (!viewer_.waitForEnd(pause(least))) {
            if (!file_.isLive()) {
                showEnd();
                viewer_.waitForEnd();
                return;
            }
            const double rate = api_->states().fastestRate();
            const auto now = std::chrono::steady_clock::now();
            // While nobody watches, the program is not read.
            if (rate > 0 && now - shown >= std::max(least, apart(rate))) {
                shown = now;
                show(server::LiveProgram::Runs);
            }
        }
    }

private:
    server::LiveControl controlOf(const Control& control) {
        if (!control.socket) {
            return {};
        }
        commands_.emplace(*control.socket, file_.header().pid, control.patience,
                          [this] { viewer_.http().wake(); });
        return [this](const std::string& command, std::function<void(server::LiveReply)> done) {
            commands_->carryOut(command, std::move(done));
        };
    }
    static std::chrono::milliseconds apart(double rate) {
        constexpr double kAlmostSecond = 990;
        return std::chrono::milliseconds(static_cast<std::int64_t>(kAlmostSecond / rate));
    }
    // How soon it is looked again whether there is something to do.
    [[nodiscard]] std::chrono::milliseconds pause(std::chrono::milliseconds least) const {
        constexpr std::chrono::milliseconds kUsual{100};
        const double rate = api_->states().fastestRate();
        return rate > 0 ? std::min(kUsual, std::max(least, apart(rate))) : kUsual;
    }

    // By two threads: this one's and the server's.
    server::ServedRun state() {
        const std::lock_guard lock(reading_);
        server::ServedRun run;
        run.name = name_;
        run.profile = file_.read().profile;
        if (!run.profile.processes.empty()) {
            process_ = run.profile.processes.front();
        }
        if (!raw_) {
            run.profile = perf::compensatedWhereKnown(std::move(run.profile));
        }
        return run;
    }
    std::optional<server::ServedRun> stateIfRunning() {
        if (ended_) {
            return std::nullopt;
        }
        return state();
    }

    void show(server::LiveProgram program) {
        ended_ = program != server::LiveProgram::Runs;
        update(state(), program, folder_.empty());
    }

    void update(server::ServedRun run, server::LiveProgram program, bool last) {
        const std::int64_t time = run.profile.timeNs;
        const bool isLast = last && program != server::LiveProgram::Runs;
        api_->update(std::move(run), {time, program, isLast});
        if (viewer_.hasStarted()) {
            viewer_.http().wake();
        }
    }

    // An archive is written after the measurement has ended, and may take its time.
    void showEnd() {
        show(server::LiveProgram::Ended);
        constexpr std::chrono::milliseconds kAgain{250};
        constexpr std::chrono::seconds kLongest{30};
        const auto until = std::chrono::steady_clock::now() + kLongest;
        const std::optional<perf::ProcessInfo> process = processKnown();
        while (!folder_.empty() && process && std::chrono::steady_clock::now() < until) {
            if (const auto archive = archiveOf(*process, folder_, began_)) {
                update(servedRun(*archive, raw_), server::LiveProgram::Archived, true);
                std::cout << "The program has ended; its archive is shown: "
                          << base::printable(archive->string()) << '\n'
                          << std::flush;
                return;
            }
            if (viewer_.waitForEnd(kAgain)) {
                return;
            }
        }
        folder_.clear();
        show(server::LiveProgram::Ended);
    }

    std::optional<perf::ProcessInfo> processKnown() {
        const std::lock_guard lock(reading_);
        return process_;
    }

    perf::SegmentFile& file_;
    ViewerServer& viewer_;
    bool raw_;
    std::string name_;
    std::filesystem::path folder_;  // where its archive will be; empty: not known
    std::filesystem::file_time_type began_;
    std::mutex reading_;
    std::atomic<bool> ended_{false};
    std::optional<perf::ProcessInfo> process_;
    std::optional<LiveCommands> commands_;
    std::shared_ptr<server::LiveApi> api_;
};

void endWithParent() {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    // It may have ended before.
    if (::getppid() == 1) {
        throw std::runtime_error("the process that began this one has ended");
    }
}

/// The segment of a process, which may begin to measure later.
std::filesystem::path awaitSegment(const std::string& word, double seconds, ViewerServer& viewer) {
    constexpr std::chrono::milliseconds kAgain{50};
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    for (;;) {
        try {
            return perf::chooseSegment(word);
        } catch (const std::runtime_error&) {
            // A process that has gone begins nothing any more.
            if (std::chrono::steady_clock::now() >= until ||
                !std::filesystem::exists("/proc/" + word)) {
                throw;
            }
        }
        if (viewer.waitForEnd(kAgain)) {
            throw std::runtime_error("ended before " + word + " began to measure");
        }
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
    perf::SegmentFile file(awaitSegment(parser.positionalWords().front(), patience, viewer));
    // A run begins to listen shortly after it began to measure.
    constexpr std::chrono::seconds kPatience{10};
    ServedProgram program(
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
