#pragma once

#include <linear/Operator.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "gates/common/GateOf.hpp"
#include "solvers/common/Matrix.hpp"

namespace gates {

/// Of the rows that are looked at, one after the other: where the entry on the diagonal is, and for
/// each entry where its mirrored one is; -1: there is none.
struct SampledPlaces {
    std::vector<int> diagonals;
    std::vector<int> mirrors;
};

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
    /// What the key says of the values.
    struct Kind {
        bool symmetric = false;
        bool positive = false;
        long dominance = 0;
        long diagonal = 0;
        long row = 0;

        bool operator==(const Kind&) const = default;
    };

    /// Computes what depends on the pattern alone.
    void enterPattern(const solvers::Matrix& view);

    std::int64_t state_ = 0;
    std::int64_t patternState_ = 0;
    /// The beginning of the key.
    std::string ofPattern_;
    SampledPlaces places_;
    Kind kind_;
    Context context_;
};

}  // namespace gates
