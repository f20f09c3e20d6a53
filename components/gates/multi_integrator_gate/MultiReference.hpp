#pragma once

#include <cstdint>

#include "gates/common/integrals.hpp"
#include "integrators/common/MultiIntegrator.hpp"

namespace gates {

/// The mean of a function over the unit cube, by rules that are independent of each other and of
/// every integrator: two folded lattices of different generators, each under 16 random shifts of
/// its own. Each shift's mean is right on average whatever the function, so that their spread says
/// how far a rule may be off. Before, narrow peaks are looked for (Peaks.hpp), and points are
/// gathered at them.
///
/// The uncertainty is the difference of both rules, and the error of the better one, or half of
/// that of the other where this is more. Points are doubled until it is below a quarter of
/// accuracy, or maxEvaluations are spent: a few more for the search of peaks. A third rule of
/// another kind, Halton's points, has to agree within its own error; where it does not, or where
/// the lattices differ by more than their spreads explain, its points are doubled until its error
/// is below half of accuracy, and its difference counts as well.
///
/// The uncertainty is infinite for more than 40 variables, and for less than 32768 evaluations. The
/// same function gives the same bits. Throws what the function throws, and where it is not finite.
Reference multiReference(integrators::MultiIntegrand& integrand, double accuracy,
                         std::int64_t maxEvaluations);

}  // namespace gates
