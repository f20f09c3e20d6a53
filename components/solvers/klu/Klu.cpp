#include <klu.h>

#include <algorithm>

#include "solvers/common/DirectSolver.hpp"

namespace solvers {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfiguration, "ordering", "string", "amd",
                                 "The fill-reducing ordering of the blocks", nullptr, nullptr,
                                 "amd|colamd"},
    gantry::ParameterDescription{kConfiguration, "blocks", "bool", "true",
                                 "Whether the matrix is first permuted to block triangular form"}};
constexpr auto kDescription =
    gantry::describe({"solvers.Klu", "1.0",
                      "Sparse systems by KLU: LU factorisation of very sparse matrices, as of "
                      "circuits"},
                     kProvides, kUses, kParameters);

// Pivots kept from other values are looked for anew where they lose more than this.
constexpr double kWorstKeptPivots = 1e-10;

}  // namespace

class Klu final : public DirectSolver {
public:
    Klu() : DirectSolver(typeid(Klu), kDescription) { klu_defaults(&common_); }
    ~Klu() override { freeAll(); }
    Klu(const Klu&) = delete;
    Klu& operator=(const Klu&) = delete;

protected:
    std::string method() const override {
        return "KLU, ordering " + parameters().getString("ordering") +
               (parameters().getBool("blocks") ? ", block triangular" : "");
    }

    linear::Capabilities capabilities() const override {
        linear::Capabilities capabilities = DirectSolver::capabilities();
        // The analysis of other orderings does not count operations.
        capabilities.predictsSetup = parameters().getString("ordering") == "amd";
        return capabilities;
    }

    void setUp(const Matrix& matrix, bool samePattern) override {
        // KLU only reads what it takes as int* and double*.
        int* const starts = const_cast<int*>(matrix.rowStarts);
        int* const rows = const_cast<int*>(matrix.columns);
        double* const values = const_cast<double*>(matrix.values);
        if (samePattern && numeric_ != nullptr && refactorise(starts, rows, values)) {
            return;
        }
        freeNumeric();
        if (!samePattern || symbolic_ == nullptr) {
            klu_free_symbolic(&symbolic_, &common_);
            common_.ordering = parameters().getString("ordering") == "colamd" ? 1 : 0;
            common_.btf = parameters().getBool("blocks") ? 1 : 0;
            expectAtLeast(matrix, [this](const Matrix& smaller) { return operationsOf(smaller); });
            symbolic_ = klu_analyze(matrix.rows, starts, rows, &common_);
            require(symbolic_ != nullptr);
        }
        // Negative where it is not known.
        expect(std::max(0.0, symbolic_->est_flops));
        numeric_ = klu_factor(starts, rows, values, symbolic_, &common_);
        require(numeric_ != nullptr);
    }

    // The rows are handed over as columns, so it is the transposed matrix that was factorised.
    void substitute(std::span<const double> b, std::span<double> x) override {
        std::copy(b.begin(), b.end(), x.begin());
        require(klu_tsolve(symbolic_, numeric_, symbolic_->n, 1, x.data(), &common_) != 0);
    }

    void release() noexcept override { freeAll(); }

private:
    // By the analysis of another matrix; 0 where they are not known.
    double operationsOf(const Matrix& matrix) {
        klu_symbolic* symbolic = klu_analyze(matrix.rows, const_cast<int*>(matrix.rowStarts),
                                             const_cast<int*>(matrix.columns), &common_);
        const double operations = symbolic != nullptr ? std::max(0.0, symbolic->est_flops) : 0;
        klu_free_symbolic(&symbolic, &common_);
        return operations;
    }

    bool refactorise(int* starts, int* rows, double* values) {
        // Refactoring keeps the pivots of the former values, which is cheaper;
        // whether they are still good enough shows in the estimate of the reciprocal condition
        // number.
        return klu_refactor(starts, rows, values, symbolic_, numeric_, &common_) != 0 &&
               common_.status == KLU_OK && klu_rcond(symbolic_, numeric_, &common_) != 0 &&
               common_.rcond > kWorstKeptPivots;
    }

    void require(bool done) const {
        if (done && common_.status == KLU_OK) {
            return;
        }
        if (common_.status == KLU_SINGULAR) {
            throw Breakdown("the operator is singular");
        }
        throw Breakdown(common_.status == KLU_OUT_OF_MEMORY
                            ? "KLU has not enough memory"
                            : "KLU ended with status " + std::to_string(common_.status));
    }

    void freeNumeric() noexcept { klu_free_numeric(&numeric_, &common_); }
    void freeAll() noexcept {
        freeNumeric();
        klu_free_symbolic(&symbolic_, &common_);
    }

    klu_common common_{};
    klu_symbolic* symbolic_ = nullptr;
    klu_numeric* numeric_ = nullptr;
};

}  // namespace solvers

GANTRY_COMPONENT(solvers::Klu, solvers::kDescription);
