#pragma once

#include <perf/analysis/gate/GateHistory.hpp>
#include <perf/analysis/gate/GateTrial.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gantry::perf {

/// What a gate did, for people and programs. A plain value; nothing in it is computed when it is
/// written.
struct GateReport {
    GateOptions options;
    GateOutcome outcome;
    std::string command;
    std::string baseline;
    std::string metric;
    std::string unit;
    std::string ended;   ///< why it ended early, such as the budget; else empty
    double seconds = 0;  ///< how long it took
    std::vector<std::string> warnings;
};

/// "slower", "faster", "same" or "cannot tell".
std::string gateWord(Verdict verdict);

/// At most 80 columns wide.
///
///     std::cout << (json ? gateJson(report) : gateText(report));
std::string gateText(const GateReport& report);
/// "gantry-gate", described in docs/formats/gate-history.md.
std::string gateJson(const GateReport& report);

/// The records of each gate, metric and machine: a line each with a bar, and where the level
/// changed. At most 80 columns wide. most: the last records of each; 0: all. Records are grouped in
/// the order in which each group appears first.
std::string historyText(const std::vector<GateRecord>& records, std::size_t most);
/// The same as a picture in SVG, the trends one above the other: a dot for each result, coloured by
/// its verdict, a line for each level, and the size of each change of the level. Its axes begin
/// below the least value, not at 0. Texts of the records are escaped.
std::string historySvg(const std::vector<GateRecord>& records, std::size_t most);
/// "gantry-history", described in docs/formats/gate-history.md.
std::string historyJson(const std::vector<GateRecord>& records);

}  // namespace gantry::perf
