#pragma once

#include "solvers/common/Matrix.hpp"

namespace solvers {

/// Whether each row can be given a column of its own among its entries. Where not, the matrix is
/// singular whatever its values are. Costs a look at each row where the diagonal is filled, rows
/// times entries at most. A maximum matching of rows and columns by augmenting paths.
bool hasTransversal(const Matrix& matrix);

}  // namespace solvers
