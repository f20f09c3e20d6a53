#include "RankScreen.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <sys/ioctl.h>
#include <tuple>
#include <unistd.h>
#include <vector>

#include "KeyInput.hpp"

namespace gantry::tools {

namespace {

using Infos = std::vector<perf::SegmentInfo>;

constexpr int kNoRank = -1;

std::optional<int> numberIn(const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number >= 0 ? std::optional(number) : std::nullopt;
}

pid_t parentOf(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    constexpr std::string_view kParent = "PPid:\t";
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(kParent)) {
            return numberIn(line.substr(kParent.size())).value_or(0);
        }
    }
    return 0;
}

bool descends(pid_t process, pid_t from) {
    for (; process > 1; process = parentOf(process)) {
        if (process == from) {
            return true;
        }
    }
    return false;
}

Infos sound() {
    Infos infos = perf::segmentsIn(perf::segmentFolder());
    std::erase_if(infos, [](const perf::SegmentInfo& info) { return !info.problem.empty(); });
    return infos;
}

// Of the process itself, or of those it has started.
Infos segmentsOfProcess(const std::string& word) {
    const std::optional<int> pid = numberIn(word);
    Infos found;
    for (const perf::SegmentInfo& info : pid ? sound() : Infos()) {
        if (info.pid == *pid || (info.live && descends(info.pid, *pid))) {
            found.push_back(info);
        }
    }
    if (found.empty()) {
        throw std::runtime_error(base::printable(word) +
                                 " names neither a measured process nor one that has started any; "
                                 "`gantry ps` lists those that are");
    }
    return found;
}

Infos segmentsOfOnlyRun() {
    Infos live = sound();
    std::erase_if(live, [](const perf::SegmentInfo& info) { return !info.live; });
    std::set<std::string> runs;
    std::string processes;
    for (const perf::SegmentInfo& info : live) {
        const bool isNew =
            runs.insert(info.session.empty() ? std::to_string(info.pid) : info.session).second;
        processes += isNew ? (processes.empty() ? "" : ", ") + std::to_string(info.pid) : "";
    }
    if (runs.empty()) {
        throw std::runtime_error("no program is being measured");
    }
    if (runs.size() > 1) {
        throw std::runtime_error(
            "several runs are being measured; name a process of one of them: " + processes);
    }
    return live;
}

// All that were started together, by rank.
Infos segmentsOfRun(const std::optional<std::string>& word) {
    Infos found = word ? segmentsOfProcess(*word) : segmentsOfOnlyRun();
    std::set<std::string> sessions;
    std::set<std::filesystem::path> known;
    for (const perf::SegmentInfo& info : found) {
        sessions.insert(info.session);
        known.insert(info.path);
    }
    for (perf::SegmentInfo& info : sound()) {
        if (!info.session.empty() && sessions.count(info.session) > 0 &&
            known.insert(info.path).second) {
            found.push_back(std::move(info));
        }
    }
    const auto key = [](const perf::SegmentInfo& info) {
        return std::tuple(numberIn(info.rank).value_or(kNoRank), info.pid, info.createdNs);
    };
    std::sort(found.begin(), found.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    return found;
}

/// One process at one moment.
struct Line {
    int rank = kNoRank;
    pid_t pid = 0;
    bool live = false;
    std::size_t threads = 0;
    std::int64_t timeNs = 0;
    std::uint64_t calls = 0;
    double callsPerSecond = 0;
    std::int64_t measured = 0;
    std::string unit;
    std::string busiest;  ///< the timer with the greatest exclusive value
    double share = 0;     ///< of what was measured
    std::string problem;
};

Line lineOf(const perf::SegmentInfo& info) {
    Line line;
    line.rank = numberIn(info.rank).value_or(kNoRank);
    line.pid = info.pid;
    try {
        perf::SegmentFile file(info.path);
        line.live = file.isLive();
        const perf::Profile profile = perf::compensatedWhereKnown(file.read().profile);
        line.threads = profile.threads.size();
        line.timeNs = profile.timeNs;
        line.unit = profile.metrics.at(0).unit;
        std::int64_t greatest = 0;
        for (const perf::TimerRecord& timer : perf::flat(profile)) {
            if (timer.info.kind == perf::TimerKind::Parameter) {
                continue;
            }
            line.calls += timer.calls;
            line.measured += timer.exclusive[0];
            if (timer.exclusive[0] > greatest) {
                greatest = timer.exclusive[0];
                line.busiest = perf::fullName(timer.info);
            }
        }
        line.share = line.measured > 0
                         ? static_cast<double>(greatest) / static_cast<double>(line.measured)
                         : 0;
    } catch (const std::exception& error) {
        // It may have ended and been archived since it was listed.
        line.problem = error.what();
    }
    return line;
}

// Where a name is too long, its end says more.
std::string endOf(const std::string& text, std::size_t width) {
    return text.size() <= width ? text : ".." + text.substr(text.size() - width + 2);
}

class RankScreen final {
public:
    explicit RankScreen(const RankScreenOptions& options)
        : options_(options), window_(!options.json && isatty(STDOUT_FILENO) == 1) {}

    // Whether any process still runs.
    bool show() {
        std::vector<Line> lines;
        bool live = false;
        for (const perf::SegmentInfo& info : segmentsOfRun(options_.process)) {
            Line line = lineOf(info);
            addRate(line);
            live = live || line.live;
            lines.push_back(std::move(line));
        }
        options_.json ? printJson(lines) : printTable(lines);
        return live;
    }

    [[nodiscard]] bool hasShown() const { return !before_.empty(); }

private:
    void addRate(Line& line) {
        const auto before = before_.find(line.pid);
        const bool again = before != before_.end() && line.timeNs > before->second.timeNs &&
                           line.calls >= before->second.calls;
        const double seconds =
            1e-9 * static_cast<double>(line.timeNs - (again ? before->second.timeNs : 0));
        line.callsPerSecond =
            seconds > 0
                ? static_cast<double>(line.calls - (again ? before->second.calls : 0)) / seconds
                : 0;
        before_[line.pid] = line;
    }

    void printTable(const std::vector<Line>& lines) const {
        using Align = base::TextTable::Align;
        base::TextTable table({{"rank"},
                               {"process"},
                               {"state", Align::Left},
                               {"threads"},
                               {"calls"},
                               {"calls/s"},
                               {"measured"},
                               {"busy in", Align::Left}});
        constexpr std::size_t kName = 22;
        std::size_t shown = 0;
        for (const Line& line : lines) {
            if (options_.most > 0 && shown++ == options_.most) {
                break;
            }
            const std::string busiest = line.busiest.empty() ? line.problem
                                                             : base::share(line.share, 1) + ' ' +
                                                                   endOf(line.busiest, kName);
            table.addRow({line.rank == kNoRank ? "-" : std::to_string(line.rank),
                          std::to_string(line.pid), line.live ? "live" : "ended",
                          std::to_string(line.threads), std::to_string(line.calls),
                          std::to_string(static_cast<std::uint64_t>(line.callsPerSecond)),
                          line.unit == "ns"
                              ? base::duration(static_cast<double>(line.measured) * 1e-9)
                              : std::to_string(line.measured),
                          busiest});
        }
        std::string text = table.text();
        if (options_.most > 0 && lines.size() > options_.most) {
            text += "and " + std::to_string(lines.size() - options_.most) + " more\n";
        }
        std::cout << (window_ ? "\033[H\033[2J" : "") << base::printableLines(text)
                  << (options_.once ? "" : "\n") << std::flush;
    }

    static void printJson(const std::vector<Line>& lines) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const Line& line : lines) {
            nlohmann::ordered_json row{{"rank", nullptr},
                                       {"pid", line.pid},
                                       {"live", line.live},
                                       {"threads", line.threads},
                                       {"timeNs", line.timeNs},
                                       {"calls", line.calls},
                                       {"callsPerSecond", line.callsPerSecond},
                                       {"measured", line.measured},
                                       {"unit", line.unit},
                                       {"busiest", line.busiest},
                                       {"busiestShare", line.share},
                                       {"problem", line.problem}};
            if (line.rank != kNoRank) {
                row["rank"] = line.rank;
            }
            list.push_back(std::move(row));
        }
        std::cout << nlohmann::ordered_json{{"ranks", std::move(list)}}.dump(
                         -1, ' ', false, nlohmann::json::error_handler_t::replace)
                  << '\n'
                  << std::flush;
    }

    RankScreenOptions options_;
    bool window_;
    std::map<pid_t, Line> before_;
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
