#pragma once

#include <perf/analysis/compare/RunTable.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gantry::perf {

/// What the ideal is: see scalingOf().
enum class ScalingKind {
    Strong,  ///< the same work on more ranks
    Weak,    ///< work that grows with the ranks
};

/// One number of ranks. Elapsed times are medians over the runs of the set, costs means over them.
struct ScalingPoint {
    double ranks = 1;
    std::size_t runs = 0;
    double elapsed = 0;         ///< seconds, median
    double speedup = 0;         ///< of the elapsed time, relative to the first point
    double ideal = 0;           ///< the speedup without any loss
    double efficiency = 0;      ///< speedup / ideal
    double cost = 0;            ///< mean of the values of all ranks; in the unit of the metric
    double costEfficiency = 0;  ///< ideal cost / cost: what the regions account for
};

/// What one timer contributes to the loss, by its exclusive values over all call paths. The same
/// timers as in the profiles, whatever thread or rank ran them.
struct ScalingRegion {
    std::string name;
    std::vector<double> cost;  ///< by place of the point
    std::vector<double> loss;  ///< part of the cost of that point; all add up to 1 - costEfficiency
};

/// The number of ranks of each set of runs (`sets`: places of its runs, at least one). Throws
/// std::invalid_argument for a set whose runs differ in it, and names the run.
std::vector<double> ranksOf(const RunTable& table,
                            const std::vector<std::vector<std::size_t>>& sets);

/// A plain value. warnings: sentences for people.
struct Scaling {
    ScalingKind kind = ScalingKind::Strong;
    std::string metric;
    std::string unit;
    std::vector<ScalingPoint> points;    ///< fewest ranks first
    std::vector<ScalingRegion> regions;  ///< largest loss at the last point first
    std::vector<std::string> warnings;
};

/// The scaling of sets of runs; `sets`: places of the runs of each set, `ranks`: their number of
/// ranks. Throws std::invalid_argument for less than two different numbers of ranks, an empty set,
/// or a set without a value.
///
/// Strong: ideal is ranks / fewest ranks, and the ideal cost is that of the first point. Weak: the
/// ideal speedup is 1, and the ideal cost grows with the ranks. A loss is (cost - ideal cost) /
/// cost of the point.
///
///     // runs 0 to 2 on 4 ranks, 3 to 5 on 16
///     const Scaling strong =
///         scalingOf(table, {{0, 1, 2}, {3, 4, 5}}, {4, 16}, ScalingKind::Strong);
Scaling scalingOf(const RunTable& table, const std::vector<std::vector<std::size_t>>& sets,
                  const std::vector<double>& ranks, ScalingKind kind);

/// Tables for people, at most 80 columns wide; regions: how many, 0: all.
std::string scalingText(const Scaling& scaling, std::size_t regions);
/// The same in Markdown.
std::string scalingMarkdown(const Scaling& scaling, std::size_t regions);
/// "gantry-scaling", described in docs/formats/comparison.md.
std::string scalingJson(const Scaling& scaling);

}  // namespace gantry::perf
