#pragma once

#include <perf/analysis/compare/Comparison.hpp>

#include <vector>

namespace gantry::perf {

/// Medians, shift, interval and p of two samples; no verdict yet. Where the samples are too small
/// for the confidence, the interval comes from ComparisonOptions::noise; without that its bounds
/// are infinite. Relative values come from logarithms where all values are above 0.
ValueComparison compareValues(const std::vector<double>& before, const std::vector<double>& after,
                              const ComparisonOptions& options);

/// The medians alone: what is known without a test.
ValueComparison mediansOf(const std::vector<double>& before, const std::vector<double>& after);

/// The verdict on a value that is one of many: significant is decided over all of them. More or
/// Less where it is significant and beyond the limit, Same where the whole interval is within it,
/// else CannotTell.
Verdict judgeValue(const ValueComparison& value, bool significant, double limit);

/// How many runs each set should have for a verdict, from the width of the interval. The interval
/// is taken to shrink with the root of the number of runs.
std::size_t runsNeededFor(const ValueComparison& value, std::size_t runs, double limit);

}  // namespace gantry::perf
