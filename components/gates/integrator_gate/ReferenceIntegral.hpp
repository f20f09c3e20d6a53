#pragma once

#include <numeric/FunctionPort.hpp>

#include <cstdint>

#include "gates/common/integrals.hpp"

namespace gates {

/// Integrates twice by an adaptive Gauss-Kronrod rule, from two partitions into pieces of unequal
/// length whose edges are irrational and differ. A jump next to an edge, or a peak that one of them
/// misses, shows in the difference of the two, which counts as uncertainty. Each piece is divided
/// until both errors together are below accuracy / 10, or maxEvaluations are spent. Singularities
/// at the bounds are allowed: the function is never evaluated there. The rule is the 15-point
/// Kronrod extension of Gauss' 7 points, its error estimate the difference of the two. accuracy is
/// absolute, in the unit of the integral. Infinite uncertainty means that the evaluations did not
/// suffice or that the function was not finite. Throws what the function throws.
Reference referenceIntegral(numeric::FunctionPort& function, double lowBound, double upBound,
                            double accuracy, std::int64_t maxEvaluations);

}  // namespace gates
