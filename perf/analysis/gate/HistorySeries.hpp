#pragma once

#include <perf/analysis/gate/ChangePoints.hpp>
#include <perf/analysis/gate/GateHistory.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// Records that can be compared with each other: of one gate, metric, unit and machine, because
/// values of different machines or units must not look like changes of the program.
struct HistorySeries {
    std::vector<GateRecord> records;
    std::vector<ChangePoint> changes;
    bool unusable = false;  ///< a value is not a number above 0, so changes were not looked for
};

/// In the order in which each series begins.
std::vector<HistorySeries> historySeries(const std::vector<GateRecord>& records);

/// "+5.0 %"
std::string changeText(const ChangePoint& change);

}  // namespace gantry::perf
