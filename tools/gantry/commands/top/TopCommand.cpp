#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/document/JsonProfile.hpp>
#include <perf/recording/LocalProbeOverhead.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <optional>
#include <sys/ioctl.h>
#include <unistd.h>

#include "Command.hpp"
#include "KeyInput.hpp"
#include "OptionParser.hpp"
#include "ProfileNotes.hpp"
#include "TopView.hpp"

namespace gantry::tools {

namespace {

TopOptions::Sort sortOf(const std::string& word) {
    using Sort = TopOptions::Sort;
    for (const auto& [name, sort] : {std::pair{"rate", Sort::Rate},
                                     {"exclusive", Sort::Exclusive},
                                     {"inclusive", Sort::Inclusive},
                                     {"calls", Sort::Calls},
                                     {"name", Sort::Name}}) {
        if (word == name) {
            return sort;
        }
    }
    throw UsageError("--sort takes rate, exclusive, inclusive, calls or name, not '" + word + "'");
}

double secondsOf(const std::string& word) {
    double seconds = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), seconds);
    if (error != std::errc() || end != word.data() + word.size() || !(seconds >= 0.05) ||
        seconds > 3600) {
        throw UsageError("--interval takes seconds between 0.05 and 3600, not '" + word + "'");
    }
    return seconds;
}

std::size_t linesOf(const std::string& word) {
    std::size_t lines = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), lines);
    if (error != std::errc() || end != word.data() + word.size()) {
        throw UsageError("--top takes a whole number, not '" + word + "'");
    }
    return lines;
}

// Lines that fit the window below the head; 0 where there is no window.
std::size_t windowLines() {
    winsize window{};
    constexpr std::size_t kHead = 6;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_row <= kHead) {
        return 0;
    }
    return window.ws_row - kHead;
}

// Whether to go on.
bool applyKey(char key, TopOptions& options) {
    using Sort = TopOptions::Sort;
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
    Screen(perf::SegmentFile& file, TopOptions options, bool json)
        : file_(file),
          options_(options),
          json_(json),
          window_(!json && isatty(STDOUT_FILENO) == 1) {}

    void once() {
        perf::Profile now = file_.read().profile;
        addMissingOverhead(now);
        show(now);
        before_ = now;
    }

    void loop(double interval) {
        const KeyInput keys;
        for (bool live = true; live;) {
            live = file_.isLive();
            once();
            if (!live) {
                std::cout << "process " << file_.header().pid << " has ended\n";
            }
            live = live && applyKey(keys.wait(interval), options_);
        }
    }

private:
    // Measured once: a program says it itself only when it has asked for its own figures.
    void addMissingOverhead(perf::Profile& now) {
        if (!now.probeOverhead && !probeOverhead_) {
            perf::Profile measured;
            measured.metrics = now.metrics;
            measured.machine = now.machine;
            perf::addProbeOverhead(measured);
            probeOverhead_ = measured.probeOverhead;
        }
        if (!now.probeOverhead) {
            now.probeOverhead = probeOverhead_;
        }
    }

    void show(const perf::Profile& now) {
        if (json_) {
            std::cout << perf::toJson(now) << std::flush;
            return;
        }
        TopOptions options = options_;
        if (window_ && options.most == 0) {
            options.most = windowLines();
        }
        std::string text = "process " + std::to_string(file_.header().pid) + ", " +
                           base::duration(static_cast<double>(now.timeNs) * 1e-9) + " measured, " +
                           base::plural(now.threads.size(), "thread") + ", " +
                           base::plural(now.timers.size(), "timer");
        if (!now.partial.empty()) {
            text += ", partial: " + now.partial;
        }
        text += window_ ? "   (q quit, t threads, p paths, sort: r e i c n)\n" : "\n";
        if (const std::string overhead = overheadText(now); !overhead.empty()) {
            text += "measurement overhead " + overhead + '\n';
        }
        text += '\n';
        text += topTable(now, topLines(now, before_ ? &*before_ : nullptr, options), options);
        std::cout << (window_ ? "\033[H\033[2J" : "") << base::printableLines(text)
                  << (window_ ? "" : "\n") << std::flush;
    }

    perf::SegmentFile& file_;
    TopOptions options_;
    bool json_;
    bool window_;
    std::optional<perf::Profile> before_;
    std::optional<perf::ProbeOverhead> probeOverhead_;
};

int execute(const Words& words) {
    OptionParser parser(
        "gantry top [options] PID|SEGMENT",
        "Shows live what a program measures, without stopping or even telling it. Keys: q quits, t "
        "shows threads apart, p call paths; r, e, i, c, n sort by rate, exclusive, inclusive, "
        "calls, "
        "name.",
        {"gantry top 4711", "gantry top --once --threads 4711", "gantry top --once --json 4711"});
    parser.flag("once", "Show one snapshot and end.")
        .option("interval", "SECONDS", "Between two pictures; default 1.")
        .option("sort", "BY",
                "exclusive (default), inclusive, calls, name, or rate: exclusive since the last "
                "picture.")
        .option("top", "N", "Only the first N lines; default as many as the window has, else all.")
        .flag("threads", "Each thread apart.")
        .flag("paths", "A line for each call path.")
        .flag("json", "Print each picture as a profile document (docs/formats/profile.md).")
        .positional(1, 1);
    if (!parser.parse(words)) {
        return kDone;
    }
    TopOptions options;
    options.sort = sortOf(parser.value("sort").value_or("exclusive"));
    options.threads = parser.has("threads");
    options.callPaths = parser.has("paths");
    options.most = linesOf(parser.value("top").value_or("0"));
    const double interval = secondsOf(parser.value("interval").value_or("1"));
    perf::SegmentFile file(perf::chooseSegment(parser.positionalWords().front()));
    Screen screen(file, options, parser.has("json"));
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
