#include <umfpack.h>

#include "solvers/common/DirectSolver.hpp"

namespace solvers {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfiguration, "ordering", "string", "amd",
                                 "The fill-reducing ordering", nullptr, nullptr, "amd|metis|best"},
    gantry::ParameterDescription{kConfiguration, "strategy", "string", "auto",
                                 "Where pivots are looked for", nullptr, nullptr,
                                 "auto|unsymmetric|symmetric"}};
constexpr auto kDescription = gantry::describe(
    {"solvers.Umfpack", "1.0", "Sparse systems by UMFPACK: multifrontal LU factorisation"},
    kProvides, kUses, kParameters);

std::string textOf(int status) {
    switch (status) {
        case UMFPACK_WARNING_singular_matrix:
            return "the operator is singular";
        case UMFPACK_ERROR_out_of_memory:
            return "UMFPACK has not enough memory";
        default:
            return "UMFPACK ended with status " + std::to_string(status);
    }
}

void require(int status) {
    if (status != UMFPACK_OK) {
        throw Breakdown(textOf(status));
    }
}

}  // namespace

class Umfpack final : public DirectSolver {
public:
    Umfpack() : DirectSolver(typeid(Umfpack), kDescription) {}
    ~Umfpack() override { freeAll(); }
    Umfpack(const Umfpack&) = delete;
    Umfpack& operator=(const Umfpack&) = delete;

protected:
    std::string method() const override {
        return "UMFPACK LU, ordering " + parameters().getString("ordering") + ", strategy " +
               parameters().getString("strategy");
    }

    linear::Capabilities capabilities() const override {
        linear::Capabilities capabilities = DirectSolver::capabilities();
        capabilities.predictsSetup = true;
        return capabilities;
    }

    void setUp(const Matrix& matrix, bool samePattern) override {
        // Solving reads the matrix again, so the arrays stay the operator's and must follow it.
        matrix_ = matrix;
        freeNumeric();
        configure();
        if (!samePattern || symbolic_ == nullptr) {
            freeSymbolic();
            expectAtLeast(matrix, [this](const Matrix& smaller) { return operationsOf(smaller); });
            require(umfpack_di_symbolic(matrix.rows, matrix.rows, matrix.rowStarts, matrix.columns,
                                        matrix.values, &symbolic_, control_.data(), info_.data()));
            operations_ = kShareOfBound * info_[UMFPACK_FLOPS_ESTIMATE];
        }
        expect(operations_);
        require(umfpack_di_numeric(matrix.rowStarts, matrix.columns, matrix.values, symbolic_,
                                   &numeric_, control_.data(), nullptr));
    }

    void moved(const Matrix& matrix) override { matrix_ = matrix; }

    // The rows are handed over as columns, so it is the transposed matrix that was factorised.
    void substitute(std::span<const double> b, std::span<double> x) override {
        require(umfpack_di_solve(UMFPACK_At, matrix_.rowStarts, matrix_.columns, matrix_.values,
                                 x.data(), b.data(), numeric_, control_.data(), nullptr));
    }

    void release() noexcept override { freeAll(); }

private:
    // Of the upper bound, which pivoting rarely comes near to.
    static constexpr double kShareOfBound = 0.25;

    // By the analysis of another matrix; 0 where that fails.
    double operationsOf(const Matrix& matrix) {
        void* symbolic = nullptr;
        const int status =
            umfpack_di_symbolic(matrix.rows, matrix.rows, matrix.rowStarts, matrix.columns,
                                matrix.values, &symbolic, control_.data(), info_.data());
        umfpack_di_free_symbolic(&symbolic);
        return status == UMFPACK_OK ? kShareOfBound * info_[UMFPACK_FLOPS_ESTIMATE] : 0;
    }

    void configure() {
        umfpack_di_defaults(control_.data());
        // Prints nothing, and refines nothing: DirectSolver checks the residual and refines itself.
        control_[UMFPACK_PRL] = 0;
        control_[UMFPACK_IRSTEP] = 0;
        const std::string ordering = parameters().getString("ordering");
        control_[UMFPACK_ORDERING] = ordering == "metis"  ? UMFPACK_ORDERING_METIS
                                     : ordering == "best" ? UMFPACK_ORDERING_BEST
                                                          : UMFPACK_ORDERING_AMD;
        const std::string strategy = parameters().getString("strategy");
        control_[UMFPACK_STRATEGY] = strategy == "symmetric"     ? UMFPACK_STRATEGY_SYMMETRIC
                                     : strategy == "unsymmetric" ? UMFPACK_STRATEGY_UNSYMMETRIC
                                                                 : UMFPACK_STRATEGY_AUTO;
    }

    void freeSymbolic() noexcept { umfpack_di_free_symbolic(&symbolic_); }
    void freeNumeric() noexcept { umfpack_di_free_numeric(&numeric_); }
    void freeAll() noexcept {
        freeNumeric();
        freeSymbolic();
    }

    Matrix matrix_;
    std::array<double, UMFPACK_CONTROL> control_{};
    std::array<double, UMFPACK_INFO> info_{};
    // Of a factorisation, by the analysis.
    double operations_ = 0;
    void* symbolic_ = nullptr;
    void* numeric_ = nullptr;
};

}  // namespace solvers

GANTRY_COMPONENT(solvers::Umfpack, solvers::kDescription);
