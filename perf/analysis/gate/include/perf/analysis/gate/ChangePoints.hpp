#pragma once

#include <cstddef>
#include <vector>

namespace gantry::perf {

/// A place where the level of a series changes for good.
struct ChangePoint {
    std::size_t index = 0;  ///< of the first value of the new level
    double before = 0;      ///< median of the values of the old level
    double after = 0;
    double relative = 0;  ///< after / before - 1
};

/// The changes of level in a series of values above 0, oldest first. The series is divided so that
/// the sum of the distances to the medians of the parts, on a logarithmic scale, with a fee for
/// each part that grows with the noise, is least; then changes below `least`, and those that the
/// test of Mann and Whitney does not see at 1 %, are dropped. Each part has at least 3 values. Same
/// values, same answer. Looks at the last 300 values. Throws std::invalid_argument for a value that
/// is not finite and above 0. Cost: the cube of the number of values.
///
/// Optimal partitioning by dynamic programming with a penalty, as in Jackson et al., "An Algorithm
/// for Optimal Partitioning of Data on an Interval" (2005); medians, so that single outliers do not
/// count.
std::vector<ChangePoint> changePoints(const std::vector<double>& values, double least = 0.02);

}  // namespace gantry::perf
