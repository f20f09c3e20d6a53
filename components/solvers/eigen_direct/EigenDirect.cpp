#include <Eigen/SparseLU>

#include <cmath>
#include <memory>

#include "solvers/common/DirectSolver.hpp"
#include "solvers/common/eigen/CholeskyAnalysis.hpp"

namespace solvers {
namespace {

constexpr std::array kParameters{gantry::ParameterDescription{
    kConfiguration, "method", "string", "lu",
    "lu: any operator; ldlt: symmetric ones, also many indefinite ones", nullptr, nullptr,
    "lu|ldlt"}};
constexpr auto kDescription =
    gantry::describe({"solvers.EigenDirect", "1.0",
                      "Sparse systems by Eigen: SparseLU or SimplicialLDLT factorisation"},
                     kProvides, kUses, kParameters);

using Columns = EigenColumns;
using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using Vector = Eigen::Map<Eigen::VectorXd>;
using ConstVector = Eigen::Map<const Eigen::VectorXd>;

// No copy: the arrays of the operator as Eigen sees them by rows.
Eigen::Map<const Rows> rowsOf(const Matrix& matrix) {
    return {matrix.rows,      matrix.rows,    matrix.entries(),
            matrix.rowStarts, matrix.columns, matrix.values};
}

/// Of an LU factorisation without pivots: those of the symmetric pattern, twice.
double operationsOfLu(const Columns& matrix) {
    return 2 * choleskyOperations(matrix);
}

template <class Factors>
void require(const Factors& factors) {
    if (factors.info() != Eigen::Success) {
        throw Breakdown("Eigen found no pivot; the operator may be singular");
    }
}

}  // namespace

class EigenDirect final : public DirectSolver {
public:
    EigenDirect() : DirectSolver(typeid(EigenDirect), kDescription) {}

protected:
    std::string method() const override {
        return symmetric() ? "Eigen SimplicialLDLT" : "Eigen SparseLU";
    }

    linear::Capabilities capabilities() const override {
        linear::Capabilities capabilities = DirectSolver::capabilities();
        capabilities.needsSymmetric = symmetric();
        capabilities.predictsSetup = true;
        return capabilities;
    }

    void setUp(const Matrix& matrix, bool samePattern) override {
        // First: where the set-up is not begun, no analysis of another pattern may be left.
        if (!samePattern) {
            release();
        }
        if (symmetric()) {
            // Rows read as columns are the transposed matrix, which is the same for a symmetric
            // one.
            const auto view = eigenColumns(matrix);
            // The ordering depends on the pattern only; new values need new factors, but no new
            // analysis.
            if (!ldlt_) {
                expectAtLeast(matrix, [](const Matrix& smaller) {
                    return choleskyOperations(eigenColumns(smaller));
                });
                ldlt_ = std::make_unique<CholeskyAnalysis>();
                ldlt_->analyzePattern(view);
            }
            expect(ldlt_->operations());
            ldlt_->factorize(view);
            require(*ldlt_);
        } else {
            // SparseLU wants columns: here the conversion is a copy.
            const Columns copy = rowsOf(matrix);
            // Only where it matters: SparseLU itself counts nothing before it begins.
            if (std::isfinite(interruption().secondsLeft())) {
                expectAtLeast(
                    matrix, [](const Matrix& smaller) { return operationsOfLu(rowsOf(smaller)); });
                expect(operationsOfLu(copy));
            }
            if (!lu_) {
                lu_ = std::make_unique<Eigen::SparseLU<Columns>>();
                lu_->analyzePattern(copy);
            }
            lu_->factorize(copy);
            require(*lu_);
        }
    }

    void substitute(std::span<const double> b, std::span<double> x) override {
        const ConstVector right(b.data(), static_cast<Eigen::Index>(b.size()));
        Vector solution(x.data(), static_cast<Eigen::Index>(x.size()));
        // The method of setUp, not that of the parameter, which may have changed since.
        if (ldlt_) {
            solution = ldlt_->solve(right);
        } else {
            solution = lu_->solve(right);
        }
    }

    void release() noexcept override {
        lu_.reset();
        ldlt_.reset();
    }

private:
    [[nodiscard]] bool symmetric() const { return parameters().getString("method") == "ldlt"; }

    std::unique_ptr<Eigen::SparseLU<Columns>> lu_;
    std::unique_ptr<CholeskyAnalysis> ldlt_;
};

}  // namespace solvers

GANTRY_COMPONENT(solvers::EigenDirect, solvers::kDescription);
