#include <cholmod.h>

#include <algorithm>

#include "solvers/common/DirectSolver.hpp"

namespace solvers {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfiguration, "factorisation", "string", "auto",
                                 "Dense blocks (supernodal), single columns, or automatic", nullptr,
                                 nullptr, "auto|simplicial|supernodal"}};
constexpr auto kDescription = gantry::describe(
    {"solvers.Cholmod", "1.0",
     "Symmetric positive definite sparse systems by CHOLMOD: Cholesky factorisation"},
    kProvides, kUses, kParameters);

}  // namespace

class Cholmod final : public DirectSolver {
public:
    Cholmod() : DirectSolver(typeid(Cholmod), kDescription) {
        cholmod_start(&common_);
        common_.print = 0;
        common_.error_handler = nullptr;
    }
    ~Cholmod() override {
        freeFactor();
        cholmod_finish(&common_);
    }
    Cholmod(const Cholmod&) = delete;
    Cholmod& operator=(const Cholmod&) = delete;

protected:
    std::string method() const override {
        return "CHOLMOD Cholesky, " + parameters().getString("factorisation");
    }

    linear::Capabilities capabilities() const override {
        linear::Capabilities capabilities = DirectSolver::capabilities();
        capabilities.needsSymmetric = true;
        capabilities.needsPositiveDefinite = true;
        capabilities.predictsSetup = true;
        return capabilities;
    }

    void setUp(const Matrix& matrix, bool samePattern) override {
        cholmod_sparse lower = viewOf(matrix);
        // The analysis depends on the pattern only and takes much of the time.
        if (!samePattern || factor_ == nullptr) {
            freeFactor();
            const std::string wanted = parameters().getString("factorisation");
            common_.supernodal = wanted == "simplicial"   ? CHOLMOD_SIMPLICIAL
                                 : wanted == "supernodal" ? CHOLMOD_SUPERNODAL
                                                          : CHOLMOD_AUTO;
            if (isLongAnalysis(matrix)) {
                expectByDegree(matrix, lower);
            }
            factor_ = cholmod_analyze(&lower, &common_);
            require(factor_ != nullptr);
            operations_ = common_.fl;
        }
        expect(operations_);
        require(cholmod_factorize(&lower, factor_, &common_) != 0);
        // A simplicial factorisation also goes through where a pivot is negative.
        if (factor_->minor < factor_->n || !(cholmod_rcond(factor_, &common_) > 0)) {
            throw Breakdown("the operator is not positive definite");
        }
    }

    void substitute(std::span<const double> b, std::span<double> x) override {
        cholmod_dense right{};
        right.nrow = b.size();
        right.ncol = 1;
        right.nzmax = b.size();
        right.d = b.size();
        right.x = const_cast<double*>(b.data());
        right.xtype = CHOLMOD_REAL;
        right.dtype = CHOLMOD_DOUBLE;
        cholmod_dense* solution = cholmod_solve(CHOLMOD_A, factor_, &right, &common_);
        require(solution != nullptr);
        const auto* const values = static_cast<const double*>(solution->x);
        std::copy(values, values + b.size(), x.begin());
        cholmod_free_dense(&solution, &common_);
    }

    void release() noexcept override { freeFactor(); }

private:
    // With minimum degree alone: the other orderings, which CHOLMOD tries where that one is costly,
    // take longer than a solve by other methods of some matrices.
    cholmod_factor* analyseByDegree(cholmod_sparse& lower) {
        common_.nmethods = 1;
        common_.method[0].ordering = CHOLMOD_AMD;
        cholmod_factor* const factor = cholmod_analyze(&lower, &common_);
        common_.nmethods = 0;
        common_.method[0].ordering = CHOLMOD_GIVEN;
        return factor;
    }

    // By the analysis of another matrix; 0 where that fails.
    double operationsOf(const Matrix& matrix) {
        cholmod_sparse lower = viewOf(matrix);
        cholmod_factor* factor = analyseByDegree(lower);
        const double operations = factor != nullptr ? common_.fl : 0;
        cholmod_free_factor(&factor, &common_);
        return operations;
    }

    // Throws TooCostly before the orderings that take long.
    void expectByDegree(const Matrix& matrix, cholmod_sparse& lower) {
        // As much better the others may be.
        constexpr double kBetter = 4;
        expectAtLeast(matrix, [this](const Matrix& smaller) { return operationsOf(smaller); });
        cholmod_factor* factor = analyseByDegree(lower);
        const double operations = factor != nullptr ? common_.fl : 0;
        cholmod_free_factor(&factor, &common_);
        expect(operations / kBetter);
    }

    // The lower half of the matrix, which is all that is looked at.
    static cholmod_sparse viewOf(const Matrix& matrix) {
        cholmod_sparse view{};
        view.nrow = static_cast<std::size_t>(matrix.rows);
        view.ncol = view.nrow;
        view.nzmax = static_cast<std::size_t>(matrix.entries());
        view.p = const_cast<int*>(matrix.rowStarts);
        view.i = const_cast<int*>(matrix.columns);
        view.x = const_cast<double*>(matrix.values);
        // Rows read as columns are the transposed matrix, which is the same for a symmetric one;
        // -1: use the lower half.
        view.stype = -1;
        view.itype = CHOLMOD_INT;
        view.xtype = CHOLMOD_REAL;
        view.dtype = CHOLMOD_DOUBLE;
        view.sorted = 1;
        view.packed = 1;
        return view;
    }

    void require(bool done) const {
        if (common_.status == CHOLMOD_NOT_POSDEF) {
            throw Breakdown("the operator is not positive definite");
        }
        if (!done || common_.status < CHOLMOD_OK) {
            throw Breakdown(common_.status == CHOLMOD_OUT_OF_MEMORY
                                ? "CHOLMOD has not enough memory"
                                : "CHOLMOD ended with status " + std::to_string(common_.status));
        }
    }

    void freeFactor() noexcept { cholmod_free_factor(&factor_, &common_); }

    cholmod_common common_{};
    cholmod_factor* factor_ = nullptr;
    // Of a factorisation, by the analysis.
    double operations_ = 0;
};

}  // namespace solvers

GANTRY_COMPONENT(solvers::Cholmod, solvers::kDescription);
