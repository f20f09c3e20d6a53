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
    /// From each row that is looked at to the next one.
    int step = 1;
    std::vector<int> diagonals;
    std::vector<int> mirrors;
};

/// The features of a sparse operator: its size, its pattern and how wide that is (levelWidth.hpp),
/// and cheap figures of at most 300 of its rows (symmetry, dominance, signs and spread of the
/// diagonal, spread within rows). Operators of one pattern whose figures are of one order of
/// magnitude are one context; for that, fewer than 100 rows are looked at.
///
/// What was computed is kept for the operator's state, and for the last 16 pattern states what
/// depends on the pattern alone. The features are of the operator that its context began with. One
/// thread at a time.
class OperatorFeatures final {
public:
    /// The operator is sound and square. Linear in its entries where the pattern is new, else in
    /// the entries of the sampled rows. The context is valid until the next call.
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

    /// What is kept of a pattern, and the context of its last operator.
    struct Pattern {
        std::int64_t state = 0;
        /// The beginning of the context's key.
        std::string key;
        SampledPlaces ofFigures;
        SampledPlaces ofKey;
        Kind kind;
        Context context;
    };

    /// Makes the pattern the last one; computes it where it is not kept.
    void recall(const solvers::Matrix& view, std::int64_t patternState);
    /// What depends on the pattern alone.
    static Pattern patternOf(const solvers::Matrix& view);
    /// Computes the key and the features of operators of this kind.
    static void enterKind(Pattern& pattern, const solvers::Matrix& view, const Kind& kind);

    std::int64_t state_ = 0;
    /// The one that was used last at the end.
    std::vector<Pattern> patterns_;
};

}  // namespace gates
