#include "RankScreen.hpp"

#include <base/text/Printable.hpp>
#include <perf/analysis/RankLines.hpp>
#include <perf/recording/RankLine.hpp>
#include <perf/recording/RunProcesses.hpp>

#include <iostream>
#include <map>
#include <stdexcept>
#include <unistd.h>
#include <utility>
#include <vector>

#include "KeyInput.hpp"

namespace gantry::tools {

namespace {

class RankScreen final {
public:
    explicit RankScreen(const RankScreenOptions& options)
        : options_(options), window_(!options.json && isatty(STDOUT_FILENO) == 1) {}

    // Whether any process still runs.
    bool show() {
        std::vector<perf::RankLine> lines;
        bool live = false;
        for (const perf::SegmentInfo& info : perf::processesOfRun(options_.process)) {
            perf::RankLine line = perf::rankLineOf(info);
            const auto before = before_.find(line.pid);
            perf::addRate(line, before == before_.end() ? nullptr : &before->second);
            before_[line.pid] = line;
            live = live || line.live;
            lines.push_back(std::move(line));
        }
        if (options_.json) {
            std::cout << perf::rankLinesJson(lines) << std::flush;
        } else {
            std::cout << (window_ ? "\033[H\033[2J" : "")
                      << base::printableLines(perf::rankLinesText(lines, options_.most))
                      << (options_.once ? "" : "\n") << std::flush;
        }
        return live;
    }

    [[nodiscard]] bool hasShown() const { return !before_.empty(); }

private:
    RankScreenOptions options_;
    bool window_;
    std::map<pid_t, perf::RankLine> before_;
};

}  // namespace

void showRanks(const RankScreenOptions& options) {
    RankScreen screen(options);
    if (options.once) {
        screen.show();
        return;
    }
    const KeyInput keys;
    bool live = true;
    while (live) {
        try {
            live = screen.show();
        } catch (const std::runtime_error&) {
            if (!screen.hasShown()) {
                throw;
            }
            // Their archive has been written, and their segments are gone.
            live = false;
        }
        live = live && keys.wait(options.interval) != 'q';
    }
}

}  // namespace gantry::tools
