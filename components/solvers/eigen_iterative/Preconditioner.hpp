#pragma once

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>

#include <memory>

#include "solvers/common/Interruption.hpp"
#include "solvers/common/Solver.hpp"

namespace solvers::eigen_iterative {

using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

/// What a preconditioner does to a vector.
class Operation {
public:
    virtual ~Operation() = default;
    virtual void apply(const Eigen::VectorXd& from, Eigen::VectorXd& to) const = 0;
};

/// Of one kind of preconditioner that Eigen has. The methods see one type, so that each of them is
/// compiled once.
template <class Kind>
class OperationOf final : public Operation {
public:
    Kind kind;
    void apply(const Eigen::VectorXd& from, Eigen::VectorXd& to) const override {
        to = kind.solve(from);
    }
};

inline std::unique_ptr<Operation> identity() {
    return std::make_unique<OperationOf<Eigen::IdentityPreconditioner>>();
}

template <class Matrix>
std::unique_ptr<Operation> diagonal(const Matrix& matrix) {
    auto made = std::make_unique<OperationOf<Eigen::DiagonalPreconditioner<double>>>();
    made->kind.compute(matrix);
    return made;
}

template <class Matrix>
std::unique_ptr<Operation> incompleteCholesky(const Matrix& matrix) {
    auto made = std::make_unique<OperationOf<Eigen::IncompleteCholesky<double>>>();
    made->kind.compute(Eigen::SparseMatrix<double>(matrix));
    if (made->kind.info() != Eigen::Success) {
        throw Breakdown("the incomplete Cholesky factorisation breaks down");
    }
    return made;
}

template <class Matrix>
std::unique_ptr<Operation> incompleteLu(const Matrix& matrix, double dropTolerance, int fill) {
    auto made = std::make_unique<OperationOf<Eigen::IncompleteLUT<double>>>();
    made->kind.setDroptol(dropTolerance);
    made->kind.setFillfactor(fill);
    made->kind.compute(matrix);
    if (made->kind.info() != Eigen::Success) {
        throw Breakdown("the incomplete LU factorisation breaks down");
    }
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
