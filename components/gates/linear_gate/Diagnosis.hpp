#pragma once

#include <span>
#include <string>

#include "solvers/common/Matrix.hpp"

namespace gates {

/// Why nobody solved A x = b: the cause that matters to the one who asked.
struct Diagnosis {
    /// One sentence without a full stop; empty if no cause was found.
    std::string cause{};
    /// Whether it is the operator's, whatever the right-hand side.
    bool isOfOperator = false;
};

/// Looks, in this order, for a row without entries whose right-hand side is not 0, a structural
/// rank below the number of rows (a maximum matching), a tolerance below what the rounding of
/// doubles allows for this x, and an x whose residual is orthogonal to the columns, so that no
/// other x has a smaller one. x: the nearest solution that a candidate found, or zeros.
///
/// Costs a matching and at most some hundred products with the matrix.
Diagnosis diagnose(const solvers::Matrix& matrix, std::span<const double> b,
                   std::span<const double> x, double tolerance);

}  // namespace gates
