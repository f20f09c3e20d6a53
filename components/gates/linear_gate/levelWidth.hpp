#pragma once

#include <cstdint>
#include <span>

namespace gates {

/// How many rows lie side by side where a pattern is walked through from row to row along its
/// entries: 1 for a chain, the square root of the rows for a grid in a plane, most of the rows
/// where everything is near to everything. What a factorisation fills in grows with it.
///
/// The mean over all rows of the number of rows in their level of a breadth-first search. Rows far
/// fuller than others are left out, as orderings do it. The patterns of both triangles should be
/// the same; where they are not, it follows the rows only. starts, columns: compressed rows.
/// Costs one pass over the entries.
double levelWidth(std::span<const std::int32_t> starts, const std::int32_t* columns);

}  // namespace gates
