#include <perf/segment/SegmentFile.hpp>

#include <nlohmann/json.hpp>

#include <ctime>
#include <iostream>

#include "Command.hpp"
#include "Format.hpp"
#include "OptionParser.hpp"
#include "TextTable.hpp"

namespace gantry::tools {

namespace {

std::string localTime(std::int64_t ns) {
    const auto seconds = static_cast<std::time_t>(ns / 1'000'000'000);
    std::tm parts{};
    ::localtime_r(&seconds, &parts);
    char text[32];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
    return {text, length};
}

const char* stateOf(const perf::SegmentInfo& info) {
    if (!info.problem.empty()) {
        return "unreadable";
    }
    return info.live ? "live" : "stale";
}

void printJson(const std::vector<perf::SegmentInfo>& infos) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const perf::SegmentInfo& info : infos) {
        list.push_back({{"segment", info.path.string()},
                        {"state", stateOf(info)},
                        {"pid", info.pid},
                        {"createdNs", info.createdNs},
                        {"usedBytes", info.usedBytes},
                        {"command", info.command},
                        {"problem", info.problem}});
    }
    constexpr int kIndent = 2;
    std::cout << list.dump(kIndent, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

void printTable(const std::vector<perf::SegmentInfo>& infos) {
    TextTable table({{"PID"},
                     {"state", TextTable::Align::Left},
                     {"since", TextTable::Align::Left},
                     {"KiB"},
                     {"segment", TextTable::Align::Left},
                     {"program", TextTable::Align::Left}});
    for (const perf::SegmentInfo& info : infos) {
        table.addRow({std::to_string(info.pid), stateOf(info), localTime(info.createdNs),
                      std::to_string(info.usedBytes / 1024), info.path.string(),
                      info.problem.empty() ? info.command : info.problem});
    }
    std::cout << table.text();
}

}  // namespace

int psCommand(const Words& words) {
    OptionParser parser("gantry ps [options]",
                        "Lists the programs that are being measured, and the segments that killed "
                        "ones have left.",
                        {"gantry ps", "gantry ps --json"});
    parser
        .option("folder", "DIR",
                "Look there, not in GANTRY_SEGMENT_DIR or the usual folder of this user.")
        .flag("json", "Print one JSON document.");
    if (!parser.parse(words)) {
        return kDone;
    }
    const std::filesystem::path folder =
        parser.value("folder").value_or(perf::segmentFolder().string());
    const std::vector<perf::SegmentInfo> infos = perf::segmentsIn(folder);
    if (parser.has("json")) {
        printJson(infos);
    } else if (infos.empty()) {
        std::cout << "no program is being measured, and none has left a segment in "
                  << folder.string() << '\n';
    } else {
        printTable(infos);
    }
    return kDone;
}

}  // namespace gantry::tools
