#include <perf/analysis/gate/GateText.hpp>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "Command.hpp"
#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

OptionParser historyParser() {
    OptionParser parser(
        "gantry history [options] [FILE]",
        "Shows the results of earlier calls of `gantry gate`: the trend of each gate on each "
        "machine, and where its level changed. FILE is the history to read (default: "
        "gantry-history.db).",
        {"gantry history", "gantry history --name solver --top 50 results.db",
         "gantry history --svg > trend.svg        a picture of the trends",
         "gantry history --json > history.json"});
    parser.option("name", "NAME", "Only this gate.")
        .option("top", "N", "Show the last N results of each gate (default: 20; 0: all).")
        .flag("svg", "Print the trends as a picture (SVG).")
        .flag("json", "Print JSON (docs/formats/gate-history.md).")
        .positional("[FILE]");
    return parser;
}

int execute(const Words& words) {
    OptionParser parser = historyParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const std::size_t most = rowsValue(parser);
    refuseBoth(parser, "svg", "json");
    const Words& files = parser.positionalWords();
    std::vector<perf::GateRecord> records =
        perf::readGateRecords(files.empty() ? "gantry-history.db" : files.front());
    if (const auto name = parser.value("name")) {
        std::erase_if(records, [&](const perf::GateRecord& one) { return one.name != *name; });
        if (records.empty()) {
            throw UsageError("--name: the history has no gate '" + *name + "'");
        }
    }
    std::cout << (parser.has("json")  ? perf::historyJson(records)
                  : parser.has("svg") ? perf::historySvg(records, most)
                                      : perf::historyText(records, most));
    return kDone;
}

}  // namespace

Command historyCommand() {
    return {"show the trend of a gate's results", {"gantry history"}, execute};
}

}  // namespace gantry::tools
