#pragma once

#include <linear/Operator.hpp>

#include <cstdint>
#include <string>

#include "gates/common/GateOf.hpp"

namespace gates {

/// The features of a sparse operator: its size, its pattern, and cheap figures of at most
/// 2000 of its rows (symmetry, dominance and spread of the diagonal, spread within rows). Operators
/// of one pattern whose figures are of one order of magnitude are one context.
///
/// What was computed is kept for the operator's state, and the pattern's hash for its pattern
/// state. One thread at a time.
class OperatorFeatures final {
public:
    /// The operator is sound and square. Costs about a microsecond for 10 rows where it is new.
    const Context& of(linear::Operator& matrix);

private:
    std::int64_t state_ = 0;
    std::int64_t patternState_ = 0;
    std::uint64_t patternHash_ = 0;
    Context context_;
};

}  // namespace gates
