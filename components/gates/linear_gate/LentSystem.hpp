#pragma once

#include <gantry/CsrOperator.hpp>
#include <gantry/plugin.hpp>
#include <linear/Operator.hpp>
#include <sidl/rarray.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solvers/common/Matrix.hpp"

namespace gates {

/// What a call of a candidate left behind.
struct Proof {
    /// The 2-norm of b - A x over that of b, or over 1 if b is zero, of what the user passed. NaN
    /// if x is not finite.
    double residual = 0;
    /// What the candidate changed of the data it was lent, in words; empty: nothing.
    std::string changed{};
    /// Whether the user changed the values of an operator without giving it a new state, so that
    /// the candidate worked on the former ones. What is lent is right from now on.
    bool stale = false;
};

/// The system as candidates see it: copies of the operator, the right-hand side and the guess that
/// the user passed. The user's own arrays are never given to a candidate, so results are proven
/// against them, whatever a candidate writes to what it was lent, and whenever it does.
///
/// The lent operator has states of its own, which follow its content: a user who assembles the same
/// values anew, or gives no states, has set-ups reused all the same. The copies of the last
/// operators are kept (at most 16, those that are not used together at most 32 MiB), so that a user
/// may solve several in turn. One thread at a time.
class LentSystem final {
public:
    /// library is that of the component, as an operator may outlive it.
    explicit LentSystem(std::shared_ptr<const gantry::Library> library)
        : library_(std::move(library)) {}

    /// Takes the operator that the user passes, which outlives the calls until the next take.
    /// Throws solvers::InvalidInput for one that is not sound; it is checked if its state is new.
    /// An operator whose state is that of the last one costs nothing, another one with the same
    /// content, or with the pattern state of a kept copy, a comparison and a copy of the values
    /// that differ; a new one a copy of its arrays.
    void take(linear::Operator& matrix);
    /// The right-hand side that the user passes: one element per row, valid as the operator is.
    void ask(std::span<const double> b) { right_ = b; }
    /// Prepares the vectors of one call: b as the user passed it, x as the guess.
    void lend(std::span<const double> guess);

    [[nodiscard]] const std::shared_ptr<gantry::CsrOperator>& matrix() const { return loan_.copy; }
    [[nodiscard]] sidl::rarray<double> b() { return viewOf(b_); }
    [[nodiscard]] sidl::rarray<double> x() { return viewOf(x_); }
    /// The user's own, since take().
    [[nodiscard]] const solvers::Matrix& passed() const { return passed_; }
    [[nodiscard]] std::span<const double> right() const { return right_; }
    /// A fingerprint of the operator's content.
    [[nodiscard]] std::uint64_t fingerprint() const { return loan_.pattern ^ (loan_.values * 3); }

    /// Proves x against what the user passed, and compares what was lent with it in the same pass;
    /// what differs is restored. One pass over the matrix.
    [[nodiscard]] Proof prove(const double* x);

private:
    /// The copy of an operator.
    struct Loan {
        std::shared_ptr<gantry::CsrOperator> copy;
        /// The pattern state that the user's operator had; 0: unknown.
        std::int64_t patternState = 0;
        /// Hashes of the copy as it was made.
        std::uint64_t pattern = 0;
        std::uint64_t values = 0;
    };

    static sidl::rarray<double> viewOf(std::vector<double>& elements) {
        return {elements.data(), {static_cast<std::int32_t>(elements.size())}};
    }
    /// Makes the kept loan with this pattern state, if there is one, the one that is used.
    void recall(std::int64_t patternState);
    /// Keeps the loan that is used, for recall.
    void keep();
    /// samePattern: whether the copy has the pattern that was passed.
    void copy(bool samePattern);
    void copyValues();
    /// Whether these rows of the copy are still what was passed, bit by bit.
    [[nodiscard]] bool isLent(const solvers::Matrix& lent, int first, int last) const;
    /// Makes the copy what was passed; intact: it is what it was when it was made.
    void restore(bool sameSize, bool intact);
    /// Whether the copy is what it was when it was made.
    [[nodiscard]] bool isIntact() const;
    /// The relative residual of x, whose squares are outside the range of numbers.
    [[nodiscard]] double scaledResidual(const double* x) const;

    std::shared_ptr<const gantry::Library> library_;
    /// The one that is used; its copy is null before the first.
    Loan loan_;
    /// Others, the one that was used last at the end.
    std::vector<Loan> kept_;
    solvers::Matrix passed_;
    std::span<const double> right_;
    std::int64_t state_ = 0;
    std::vector<double> b_;
    std::vector<double> x_;
};

}  // namespace gates
