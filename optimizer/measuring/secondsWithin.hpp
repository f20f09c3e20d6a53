#pragma once

#include <vector>

#include "CostExpression.hpp"

namespace optimizer {

/// A limit of costs as a limit of time: how many seconds a call may take until it surely costs more
/// than costLimit. call has the figures of a call that completed, the time in seconds first and the
/// quality last. A call that takes twice as long is taken to have twice as much of each figure but
/// the quality, which is the best there is: its error is not known before the end.
///
/// If a call that takes longer does not cost more, as with the objective "quality", the limit is
/// ten times the time of that call. About a microsecond; throws nothing.
[[nodiscard]] double secondsWithin(const CostExpression& cost, const std::vector<double>& call,
                                   double costLimit);

}  // namespace optimizer
