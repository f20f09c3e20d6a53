#include <base/text/Printable.hpp>
#include <perf/analysis/TopScreen.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/LiveSource.hpp>
#include <perf/recording/LocalProbeOverhead.hpp>
#include <server/live/RemoteSource.hpp>

#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "Command.hpp"
#include "KeyInput.hpp"
#include "OptionValues.hpp"
#include "RankScreen.hpp"
#include "ServerKey.hpp"

namespace gantry::tools {

namespace {

perf::TopOptions::Sort sortOf(const OptionParser& parser) {
    using Sort = perf::TopOptions::Sort;
    const std::map<std::string, Sort> sorts{{"rate", Sort::Rate},
                                            {"exclusive", Sort::Exclusive},
                                            {"inclusive", Sort::Inclusive},
                                            {"calls", Sort::Calls},
                                            {"name", Sort::Name}};
    const auto word =
        choiceValue(parser, "sort", {"rate", "exclusive", "inclusive", "calls", "name"});
    return sorts.at(word.value_or("exclusive"));
}

// The window of the terminal; zeros where there is none.
winsize windowSize() {
    winsize window{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0) {
        window = {};
    }
    return window;
}

constexpr const char* kKeys = "q quit, t threads, p paths, sort: r e i c n";

// Whether to go on.
bool applyKey(char key, perf::TopOptions& options) {
    using Sort = perf::TopOptions::Sort;
    switch (key) {
        case 'q':
            return false;
        case 'r':
            options.sort = Sort::Rate;
            break;
        case 'e':
            options.sort = Sort::Exclusive;
            break;
        case 'i':
            options.sort = Sort::Inclusive;
            break;
        case 'c':
            options.sort = Sort::Calls;
            break;
        case 'n':
            options.sort = Sort::Name;
            break;
        case 't':
            options.threads = !options.threads;
            break;
        case 'p':
            options.callPaths = !options.callPaths;
            break;
        default:
            break;
    }
    return true;
}

class Screen final {
public:
    enum class Values { Raw, Compensated };

    Screen(perf::LiveSource& source, perf::TopOptions options, bool json, Values values)
        : source_(source),
          options_(options),
          json_(json),
          values_(values),
          window_(!json && isatty(STDOUT_FILENO) == 1) {}

    void once() {
        perf::Profile now = source_.read();
        if (source_.isLocal()) {
            overhead_.addTo(now);
        }
        now = values_ == Values::Compensated ? perf::compensatedWhereKnown(std::move(now)) : now;
        threads_ = json_ ? std::vector<perf::ThreadActivity>() : source_.threads(now);
        show(now);
        before_ = now;
    }

    void loop(double interval) {
        // The terminal is as it was when this goes, also by an exception.
        const KeyInput keys;
        for (bool live = true; live;) {
            // Asked before the picture: that of a process that ended in between is its last one.
            live = source_.isLive();
            once();
            if (!live) {
                std::cout << base::printable(source_.name()) << " has ended\n";
            }
            live = live && applyKey(keys.wait(interval), options_);
        }
    }

private:
    void show(const perf::Profile& now) {
        if (json_) {
            perf::exporterNamed("json").write({now}, std::cout);
            std::cout << std::flush;
            return;
        }
        perf::TopOptions options = options_;
        const winsize window = window_ ? windowSize() : winsize{};
        options.width = window.ws_col;
        const perf::TopFrame frame{source_.name(), window_ ? kKeys : "", window.ws_row};
        const std::string text =
            perf::topScreen(now, before_ ? &*before_ : nullptr, threads_, frame, options);
        // Cursor home, then clear: the picture is replaced at once, without flicker.
        std::cout << (window_ ? "\033[H\033[2J" : "") << base::printableLines(text)
                  << (window_ ? "" : "\n") << std::flush;
    }

    perf::LiveSource& source_;
    perf::TopOptions options_;
    bool json_;
    Values values_;
    bool window_;
    std::optional<perf::Profile> before_;
    std::vector<perf::ThreadActivity> threads_;  // as of the picture
    perf::LocalProbeOverhead overhead_;
};

RankScreenOptions rankScreenOptions(const OptionParser& parser) {
    if (const auto option = parser.firstGiven({"sort", "threads", "paths", "raw"})) {
        throw UsageError("--all shows a line for each process, so --" + *option +
                         " has no meaning with it");
    }
    RankScreenOptions options;
    if (!parser.positionalWords().empty()) {
        options.process = parser.positionalWords().front();
    }
    options.once = parser.has("once");
    options.json = parser.has("json");
    options.most = countValue(parser, "top").value_or(0);
    options.interval = secondsValue(parser, "interval", {0.01, 3600}).value_or(1);
    return options;
}

std::unique_ptr<perf::LiveSource> sourceOf(const OptionParser& parser) {
    const bool named = !parser.positionalWords().empty();
    if (!parser.has("connect")) {
        if (parser.has("key-file")) {
            throw UsageError("--key-file belongs to --connect");
        }
        if (!named) {
            throw UsageError("PID|SEGMENT is missing; see 'gantry top --help'");
        }
        return perf::localSource(parser.positionalWords().front());
    }
    if (named || parser.has("raw")) {
        throw UsageError(
            named ? "--connect takes the place of PID|SEGMENT"
                  : "with --connect the server decides about --raw: use gantry serve --raw");
    }
    return readValue("connect", [&] {
        return server::remoteSource(*parser.value("connect"),
                                    keyOfServer(parser.value("key-file")));
    });
}

OptionParser topParser() {
    OptionParser parser(
        "gantry top [options] PID|SEGMENT",
        "Monitors a running program. The program is not stopped and need not cooperate. For each "
        "thread, it shows the share of time on a processor (busy), waiting for one (ready) and "
        "waiting for something else (waiting), as counted by the system; for each timer, its "
        "calls and values, the share of time spent in it (time) and, with the metric cpu, its "
        "processor time (busy). Keys: q quits, t shows threads separately, p call paths; r, e, "
        "i, c, n sort by rate, exclusive, inclusive, calls, name.",
        {"gantry top 4711", "gantry top --once --threads 4711", "gantry top --once --json 4711",
         "gantry top --connect http://127.0.0.1:8080 --key-file key",
         "gantry top --all 4711                     every rank of the run that mpirun 4711 "
         "started"});
    parser.flag("once", "Show one snapshot and exit.")
        .option("interval", "SECONDS", "Time between two snapshots (default: 1).")
        .option("sort", "BY",
                "exclusive (default), inclusive, calls, name, or rate: exclusive time since the "
                "previous snapshot.")
        .option("top", "N",
                "Show only the first N lines (default: as many as the window has, "
                "else all).")
        .flag("threads", "Show each thread separately.")
        .flag("paths", "Show a line for each call path.");
    addRawOption(parser);
    parser.flag("json", "Print each snapshot as a profile document (docs/formats/profile.md).")
        .flag("all",
              "Show a line for each process of the run, by rank. PID is a process of the run or "
              "the one that started it; it may be omitted if only one run is being measured.")
        .option("connect", "URL",
                "Show the program of the gantry serve at http://127.0.0.1:PORT or unix:/PATH "
                "instead of PID|SEGMENT; reach another machine by ssh -L.")
        .option("key-file", "FILE",
                "With --connect: file that --key-file of gantry serve has written (default: the "
                "key is in the variable GANTRY_KEY).")
        .positional("[PID|SEGMENT]");
    return parser;
}

int execute(const Words& words) {
    OptionParser parser = topParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    if (parser.has("all")) {
        if (const auto option = parser.firstGiven({"connect", "key-file"})) {
            throw UsageError("--all is for processes of this machine, so --" + *option +
                             " has no meaning with it");
        }
        showRanks(rankScreenOptions(parser));
        return kDone;
    }
    perf::TopOptions options;
    options.sort = sortOf(parser);
    options.threads = parser.has("threads");
    options.callPaths = parser.has("paths");
    options.most = countValue(parser, "top").value_or(0);
    const double interval = secondsValue(parser, "interval", {0.01, 3600}).value_or(1);
    const std::unique_ptr<perf::LiveSource> source = sourceOf(parser);
    Screen screen(*source, options, parser.has("json"),
                  parser.has("raw") ? Screen::Values::Raw : Screen::Values::Compensated);
    if (parser.has("once")) {
        screen.once();
    } else {
        screen.loop(interval);
    }
    return kDone;
}

}  // namespace

Command topCommand() {
    return {"monitor a running program live", {"gantry top PID"}, execute};
}

}  // namespace gantry::tools
