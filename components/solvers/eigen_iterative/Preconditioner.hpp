#pragma once

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>

#include <memory>

#include "IncompleteLu.hpp"
#include "solvers/common/Interruption.hpp"
#include "solvers/common/Solver.hpp"

namespace solvers::eigen_iterative {

using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

/// What a preconditioner does to a vector: to = M^-1 from. The vectors have one element per row and
/// do not overlap. A built one is constant, so any thread may apply it.
class Operation {
public:
    virtual ~Operation() = default;
    virtual void apply(const Eigen::VectorXd& from, Eigen::VectorXd& to) const = 0;
};

/// One kind of preconditioner that Eigen has, behind one virtual call per iteration. The methods
/// see one type, so that each of them is compiled once and not once for each preconditioner.
template <class Kind>
class OperationOf final : public Operation {
public:
    Kind kind;
    void apply(const Eigen::VectorXd& from, Eigen::VectorXd& to) const override {
        to = kind.solve(from);
    }
};

/// No preconditioning.
inline std::unique_ptr<Operation> identity() {
    return std::make_unique<OperationOf<Eigen::IdentityPreconditioner>>();
}

/// Division by the diagonal (Jacobi). Costs one pass over the matrix.
template <class Matrix>
std::unique_ptr<Operation> diagonal(const Matrix& matrix) {
    auto made = std::make_unique<OperationOf<Eigen::DiagonalPreconditioner<double>>>();
    made->kind.compute(matrix);
    return made;
}

/// Incomplete Cholesky factors with the pattern of the matrix, which is symmetric positive
/// definite. Throws Breakdown if Eigen finds no factors.
template <class Matrix>
std::unique_ptr<Operation> incompleteCholesky(const Matrix& matrix) {
    auto made = std::make_unique<OperationOf<Eigen::IncompleteCholesky<double>>>();
    made->kind.compute(Eigen::SparseMatrix<double>(matrix));
    if (made->kind.info() != Eigen::Success) {
        throw Breakdown("the incomplete Cholesky factorisation breaks down");
    }
    return made;
}

/// Incomplete LU factors with threshold; see IncompleteLu. Throws Breakdown, Interrupted.
template <class Matrix>
std::unique_ptr<Operation> incompleteLu(const Matrix& matrix, const IncompleteLu::Limits& limits,
                                        const Interruption& interruption) {
    auto made = std::make_unique<OperationOf<IncompleteLu>>();
    made->kind.compute(matrix, limits, interruption);
    return made;
}

/// The preconditioner as Eigen's methods want one. It is asked once an iteration, and ends the
/// solve where that is due by throwing Interrupted.
class Preconditioner final {
public:
    using StorageIndex = int;

    /// Both outlive the solve.
    void use(const Operation& operation, const Interruption& interruption) {
        operation_ = &operation;
        interruption_ = &interruption;
    }

    /// Eigen's methods call these; the operation was built before, so they do nothing.
    template <class Matrix>
    Preconditioner& analyzePattern(const Matrix&) {
        return *this;
    }
    template <class Matrix>
    Preconditioner& factorize(const Matrix&) {
        return *this;
    }
    template <class Matrix>
    Preconditioner& compute(const Matrix&) {
        return *this;
    }
    [[nodiscard]] Eigen::ComputationInfo info() const { return Eigen::Success; }

    /// Valid until the next call; every method copies it at once.
    const Eigen::VectorXd& solve(const Eigen::VectorXd& vector) const {
        interruption_->poll();
        operation_->apply(vector, result_);
        return result_;
    }

private:
    const Operation* operation_ = nullptr;
    const Interruption* interruption_ = nullptr;
    mutable Eigen::VectorXd result_;
};

}  // namespace solvers::eigen_iterative
