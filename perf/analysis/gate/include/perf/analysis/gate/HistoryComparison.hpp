#pragma once

#include <perf/analysis/compare/Comparison.hpp>
#include <perf/analysis/gate/GateHistory.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gantry::perf {

/// Some runs beside the results that a gate has kept. Relative values are parts of 1; the interval
/// of `value` holds with 99 %, and contains the drift between results.
struct HistoryComparison {
    std::string name;  ///< of the gate
    std::string metric;
    std::string unit;
    std::string machine;
    std::string since;        ///< time of the first result of the present level
    std::size_t results = 0;  ///< of the present level
    std::size_t older = 0;    ///< results before the level changed; they are not used
    std::size_t runs = 0;     ///< single runs of the results that are used
    std::size_t newRuns = 0;  ///< runs that are judged
    ValueComparison value;    ///< More: slower, or more of the metric; Less: the opposite
    double drift = 0;         ///< by which results of one level differ (99 %); NaN: not known
    double limit = 0;         ///< that was used: the drift can raise it
    std::size_t runsNeeded =
        0;  ///< about, in all, for a verdict; 0: there is one, or runs do not help
    std::vector<std::string> warnings;  ///< what weakens the comparison, in words
};

/// Fewer results than this do not say how much they differ from one another.
inline constexpr std::size_t kLeastResults = 5;

/// Compares values of new runs with the runs of the results since the level last changed
/// (changePoints()). The verdict is More or Less where the test of Mann and Whitney has p < 0.01
/// and the shift of Hodges and Lehmann is above the limit, Same where the whole interval is within
/// it, else CannotTell. Runs of one result share the state of the machine, which the test does not
/// know; the limit is therefore raised to the distance within which 99 % of new results of the same
/// level are expected: the quantile of Student's distribution times the standard deviation of the
/// logarithms of the medians, times the square root of 1 + 1 / results.
///
/// series: the results of one gate, metric, unit and machine, in their order. values: in the same
/// unit. Throws std::invalid_argument where there are none, or a value is not finite and above 0.
/// Results without single runs count for the level and the drift only.
HistoryComparison compareWithHistory(const std::vector<GateRecord>& series,
                                     const std::vector<double>& values, double limit);

/// The results of a gate that runs can be compared with, one element for each metric. name: of the
/// gate; empty: that of `command` where the history has it, else the only one. metric: "cpu", "cpu
/// of the whole run" or "wall of solve"; empty: all metrics. Throws std::invalid_argument, with
/// what the history has instead, where nothing fits.
std::vector<std::vector<GateRecord>> seriesFor(const std::vector<GateRecord>& records,
                                               const std::string& name, const std::string& command,
                                               const std::string& metric,
                                               const std::string& machine);

/// At most 80 columns wide.
std::string historyComparisonText(const HistoryComparison& comparison);
/// A heading and a table, for a comment on a merge request.
std::string historyComparisonMarkdown(const HistoryComparison& comparison);
/// "gantry-history-comparison", described in docs/formats/comparison.md.
std::string historyComparisonJson(const std::vector<HistoryComparison>& comparisons);

}  // namespace gantry::perf
