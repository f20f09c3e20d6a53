#pragma once

#include <linear/Operator.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "gates/common/GateOf.hpp"

namespace gates {

/// The features of a sparse operator: its size, its pattern and how wide that is (levelWidth.hpp),
/// and cheap figures of at most 300 of its rows (symmetry, dominance, signs and spread of the
/// diagonal, spread within rows). Operators of one pattern whose figures are of one order of
/// magnitude are one context.
///
/// What was computed is kept for the operator's state, and the pattern's hash for its pattern
/// state. One thread at a time.
class OperatorFeatures final {
public:
    /// The operator is sound and square. Linear in its entries where the pattern is new, else in
    /// the entries of the sampled rows.
    const Context& of(linear::Operator& matrix);

private:
    std::int64_t state_ = 0;
    std::int64_t patternState_ = 0;
    std::uint64_t patternHash_ = 0;
    double width_ = 0;
    /// Of the rows that are looked at: where each entry has its mirrored one.
    std::vector<int> mirrors_;
    Context context_;
};

}  // namespace gates
