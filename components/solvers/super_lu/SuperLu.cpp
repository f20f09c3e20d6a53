#include <slu_ddefs.h>

#include <algorithm>
#include <optional>

#include "solvers/common/DirectSolver.hpp"
#include "solvers/common/structuralRank.hpp"

namespace solvers {
namespace {

constexpr std::array kParameters{gantry::ParameterDescription{
    kConfiguration, "ordering", "string", "colamd", "The fill-reducing ordering of the columns",
    nullptr, nullptr, "colamd|mmd_at_plus_a|mmd_ata|natural"}};
constexpr auto kDescription =
    gantry::describe({"solvers.SuperLu", "1.0",
                      "Sparse systems by SuperLU: supernodal LU factorisation with partial "
                      "pivoting"},
                     kProvides, kUses, kParameters);

colperm_t orderingOf(const std::string& name) {
    if (name == "mmd_at_plus_a") {
        return MMD_AT_PLUS_A;
    }
    return name == "mmd_ata" ? MMD_ATA : name == "natural" ? NATURAL : COLAMD;
}

class Statistics final {
public:
    Statistics() { StatInit(&values_); }
    ~Statistics() { StatFree(&values_); }
    Statistics(const Statistics&) = delete;
    Statistics& operator=(const Statistics&) = delete;
    SuperLUStat_t* get() { return &values_; }

private:
    SuperLUStat_t values_{};
};

// L, U and the permutations of the transposed matrix: its columns are the operator's rows.
class Factors final {
public:
    Factors(const Matrix& matrix, colperm_t ordering)
        : columnOrder_(static_cast<std::size_t>(matrix.rows)),
          rowOrder_(static_cast<std::size_t>(matrix.rows)) {
        superlu_options_t options;
        set_default_options(&options);
        options.ColPerm = ordering;
        options.PrintStat = NO;
        SuperMatrix transposed;
        // SuperLU only reads what it takes as int* and double*.
        dCreate_CompCol_Matrix(&transposed, matrix.rows, matrix.rows, matrix.entries(),
                               const_cast<double*>(matrix.values), const_cast<int*>(matrix.columns),
                               const_cast<int*>(matrix.rowStarts), SLU_NC, SLU_D, SLU_GE);
        // 0: done; up to the number of rows: that pivot is zero; above: out of
        // memory.
        const int info = factorise(options, transposed);
        // The description only: the arrays are the operator's.
        Destroy_SuperMatrix_Store(&transposed);
        if (info > 0 && info <= matrix.rows) {
            destroy();
            throw Breakdown("the operator is singular");
        }
        if (info != 0) {
            throw Breakdown(info > matrix.rows ? "SuperLU has not enough memory"
                                               : "SuperLU ended with " + std::to_string(info));
        }
    }
    ~Factors() { destroy(); }
    Factors(const Factors&) = delete;
    Factors& operator=(const Factors&) = delete;

    void substitute(std::span<const double> b, std::span<double> x) {
        // dgstrs replaces the right side by the solution.
        std::copy(b.begin(), b.end(), x.begin());
        const int rows = static_cast<int>(x.size());
        SuperMatrix right;
        dCreate_Dense_Matrix(&right, rows, 1, x.data(), rows, SLU_DN, SLU_D, SLU_GE);
        Statistics statistics;
        int info = 0;
        dgstrs(TRANS, &lower_, &upper_, columnOrder_.data(), rowOrder_.data(), &right,
               statistics.get(), &info);
        Destroy_SuperMatrix_Store(&right);
        if (info != 0) {
            throw Breakdown("SuperLU ended with " + std::to_string(info));
        }
    }

private:
    int factorise(superlu_options_t& options, SuperMatrix& matrix) {
        std::vector<int> tree(columnOrder_.size());
        get_perm_c(options.ColPerm, &matrix, columnOrder_.data());
        SuperMatrix permuted;
        sp_preorder(&options, &matrix, columnOrder_.data(), tree.data(), &permuted);
        Statistics statistics;
        GlobalLU_t global{};
        int info = 0;
        dgstrf(&options, &permuted, sp_ienv(2), sp_ienv(1), tree.data(), nullptr, 0,
               columnOrder_.data(), rowOrder_.data(), &lower_, &upper_, &global, statistics.get(),
               &info);
        Destroy_CompCol_Permuted(&permuted);
        return info;
    }

    void destroy() {
        Destroy_SuperNode_Matrix(&lower_);
        Destroy_CompCol_Matrix(&upper_);
    }

    std::vector<int> columnOrder_;
    std::vector<int> rowOrder_;
    SuperMatrix lower_{};
    SuperMatrix upper_{};
};

}  // namespace

class SuperLu final : public DirectSolver {
public:
    SuperLu() : DirectSolver(typeid(SuperLu), kDescription) {}

protected:
    std::string method() const override {
        return "SuperLU, ordering " + parameters().getString("ordering");
    }
    void setUp(const Matrix& matrix, bool) override {
        factors_.reset();
        // SuperLU 5 writes to wild addresses where a column has no row left to be the pivot.
        if (!hasTransversal(matrix)) {
            throw Breakdown("the operator is singular");
        }
        factors_.emplace(matrix, orderingOf(parameters().getString("ordering")));
    }
    void substitute(std::span<const double> b, std::span<double> x) override {
        factors_->substitute(b, x);
    }
    void release() noexcept override { factors_.reset(); }

private:
    std::optional<Factors> factors_;
};

}  // namespace solvers

GANTRY_COMPONENT(solvers::SuperLu, solvers::kDescription);
