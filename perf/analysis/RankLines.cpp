#include <base/text/NumberText.hpp>
#include <base/text/TextTable.hpp>
#include <perf/analysis/RankLines.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace gantry::perf {

namespace {

// Where a name is too long, its end says more.
std::string endOf(const std::string& text, std::size_t width) {
    return text.size() <= width ? text : ".." + text.substr(text.size() - width + 2);
}

}  // namespace

void addRate(RankLine& line, const RankLine* before) {
    const bool again =
        before != nullptr && line.timeNs > before->timeNs && line.calls >= before->calls;
    const double seconds = 1e-9 * static_cast<double>(line.timeNs - (again ? before->timeNs : 0));
    line.callsPerSecond =
        seconds > 0 ? static_cast<double>(line.calls - (again ? before->calls : 0)) / seconds : 0;
}

std::string rankLinesText(const std::vector<RankLine>& lines, std::size_t most) {
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
    for (const RankLine& line : lines) {
        if (most > 0 && shown++ == most) {
            break;
        }
        const std::string busiest =
            line.busiest.empty() ? line.problem
                                 : base::share(line.share, 1) + ' ' + endOf(line.busiest, kName);
        table.addRow({line.rank < 0 ? "-" : std::to_string(line.rank), std::to_string(line.pid),
                      line.live ? "live" : "ended", std::to_string(line.threads),
                      std::to_string(line.calls),
                      std::to_string(static_cast<std::uint64_t>(line.callsPerSecond)),
                      line.unit == "ns" ? base::duration(static_cast<double>(line.measured) * 1e-9)
                                        : std::to_string(line.measured),
                      busiest});
    }
    std::string text = table.text();
    if (most > 0 && lines.size() > most) {
        text += "and " + std::to_string(lines.size() - most) + " more\n";
    }
    return text;
}

std::string rankLinesJson(const std::vector<RankLine>& lines) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const RankLine& line : lines) {
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
        if (line.rank >= 0) {
            row["rank"] = line.rank;
        }
        list.push_back(std::move(row));
    }
    return nlohmann::ordered_json{{"ranks", std::move(list)}}.dump(
               -1, ' ', false, nlohmann::json::error_handler_t::replace) +
           '\n';
}

}  // namespace gantry::perf
