#include <algorithm>
#include <cmath>
#include <limits>

#include "PetscLibrary.hpp"
#include "solvers/common/IterativeSolver.hpp"
#include "solvers/common/mpi/MpiUse.hpp"

namespace solvers {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfiguration, "method", "string", "gmres",
                                 "The Krylov method; cg: symmetric positive definite operators; "
                                 "minres: symmetric ones",
                                 nullptr, nullptr, "cg|minres|gmres|bcgs|tfqmr"},
    gantry::ParameterDescription{kConfiguration, "preconditioner", "string", "ilu",
                                 "icc: symmetric operators; gamg, hypre (BoomerAMG): multigrid",
                                 nullptr, nullptr, "none|jacobi|sor|ilu|icc|gamg|hypre"},
    gantry::ParameterDescription{kConfiguration, "levels", "int", "0",
                                 "Levels of fill of ilu and icc", "0", "20"},
    gantry::ParameterDescription{kConfiguration, "restart", "int", "30",
                                 "gmres restarts after this number of iterations", "2", "1000"}};
constexpr auto kDescription =
    gantry::describe({"solvers.Petsc", "1.0",
                      "Sparse systems by PETSc: a Krylov method (KSP) with a preconditioner (PC)"},
                     kProvides, kUses, kParameters);

// A residual that grew so much will not come down.
constexpr double kDiverged = 1e8;

// What the convergence test looks at; norms are the method's own.
struct Progress {
    const Interruption& interruption;
    /// The share of the first norm that is wanted.
    double share = 0;
    double first = 0;
};

PetscErrorCode testConvergence(KSP, PetscInt iteration, PetscReal norm, KSPConvergedReason* reason,
                               void* context) {
    Progress& progress = *static_cast<Progress*>(context);
    // PETSc's own test relates to the norm of the right side or of the first residual, depending on
    // the guess; this one always to the first residual, from which share was computed.
    if (iteration == 0) {
        progress.first = norm;
    }
    *reason = progress.interruption.due()               ? KSP_DIVERGED_BREAKDOWN
              : !std::isfinite(norm)                    ? KSP_DIVERGED_NANORINF
              : norm <= progress.share * progress.first ? KSP_CONVERGED_RTOL
              : norm > kDiverged * progress.first       ? KSP_DIVERGED_DTOL
                                                        : KSP_CONVERGED_ITERATING;
    return 0;
}

class Vector final {
public:
    Vector(const PetscLibrary& petsc, std::span<const double> elements) : petsc_(petsc) {
        petsc.check(petsc.vecCreate(PETSC_COMM_SELF, 1, static_cast<PetscInt>(elements.size()),
                                    elements.data(), &vector_));
    }
    ~Vector() { petsc_.vecDestroy(&vector_); }
    Vector(const Vector&) = delete;
    Vector& operator=(const Vector&) = delete;
    Vec get() const { return vector_; }

private:
    const PetscLibrary& petsc_;
    Vec vector_ = nullptr;
};

}  // namespace

class Petsc final : public IterativeSolver {
public:
    Petsc() : IterativeSolver(typeid(Petsc), kDescription) {}
    ~Petsc() override { destroy(); }
    Petsc(const Petsc&) = delete;
    Petsc& operator=(const Petsc&) = delete;

protected:
    std::string method() const override {
        return "PETSc " + parameters().getString("method") + " with " +
               parameters().getString("preconditioner");
    }

    linear::Capabilities capabilities() const override {
        const std::string method = parameters().getString("method");
        linear::Capabilities capabilities = IterativeSolver::capabilities();
        capabilities.needsPositiveDefinite = method == "cg";
        capabilities.needsSymmetric = method == "cg" || method == "minres" ||
                                      parameters().getString("preconditioner") == "icc";
        return capabilities;
    }

    void setUp(const Matrix& matrix, bool) override {
        const std::lock_guard lock(PetscLibrary::inUse());
        petsc_ = &PetscLibrary::get();
        // The former matrix points into arrays that may be gone.
        destroyLocked();
        matrix_ = matrix;
        // PETSc only reads what it takes as int* and double*.
        check(petsc_->matCreate(
            PETSC_COMM_SELF, matrix.rows, matrix.rows, const_cast<int*>(matrix.rowStarts),
            const_cast<int*>(matrix.columns), const_cast<double*>(matrix.values), &operator_));
        if (capabilities().needsSymmetric) {
            check(petsc_->matSetOption(operator_, MAT_SYMMETRIC, PETSC_TRUE));
        }
        check(petsc_->kspCreate(PETSC_COMM_SELF, &solver_));
        check(petsc_->kspSetOperators(solver_, operator_, operator_));
        chooseMethod(parameters().getString("method"));
        choosePreconditioner(parameters().getString("preconditioner"));
        check(petsc_->kspSetInitialGuessNonzero(solver_, PETSC_TRUE));
        check(petsc_->kspSetUp(solver_));
    }

    void moved(const Matrix& matrix) override {
        // PETSc holds the arrays themselves: where one has moved, it needs a new matrix.
        if (matrix.values != matrix_.values || matrix.columns != matrix_.columns ||
            matrix.rowStarts != matrix_.rowStarts) {
            setUp(matrix, false);
        }
    }

    std::int64_t iterate(const Request& request) override {
        const std::lock_guard lock(PetscLibrary::inUse());
        residual_.resize(request.b.size());
        // The caller's tolerance relates to the right side, the test of PETSc to the first
        // residual.
        const double first = residual(matrix_, request.b, request.x, residual_);
        Progress progress{request.interruption, request.tolerance * norm(request.b) / first};
        const auto most = static_cast<PetscInt>(
            std::min<std::int64_t>(request.maxIterations, std::numeric_limits<PetscInt>::max()));
        check(petsc_->kspSetTolerances(solver_, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, most));
        check(petsc_->kspSetConvergenceTest(solver_, testConvergence, &progress, nullptr));
        const Vector right(*petsc_, request.b);
        const Vector solution(*petsc_, request.x);
        check(petsc_->kspSolve(solver_, right.get(), solution.get()));
        // Throws if the test ended the method for that: before its reason is taken for a breakdown.
        request.interruption.poll();
        KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
        check(petsc_->kspGetConvergedReason(solver_, &reason));
        explain(reason);
        PetscInt iterations = 0;
        check(petsc_->kspGetIterationNumber(solver_, &iterations));
        return iterations;
    }

    void release() noexcept override { destroy(); }

private:
    void check(PetscErrorCode code) const { petsc_->check(code); }

    static void explain(KSPConvergedReason reason) {
        if (reason == KSP_DIVERGED_INDEFINITE_PC || reason == KSP_DIVERGED_INDEFINITE_MAT) {
            throw Breakdown("the operator or its preconditioner is not positive definite");
        }
        if (reason == KSP_DIVERGED_PC_FAILED) {
            throw Breakdown("the preconditioner cannot be created; the operator may be singular");
        }
        if (reason == KSP_DIVERGED_NANORINF || reason == KSP_DIVERGED_DTOL) {
            throw Breakdown("the method diverges");
        }
    }

    // Where the method can, the residual itself is what it looks at.
    void chooseMethod(const std::string& method) {
        check(petsc_->kspSetType(solver_, method.c_str()));
        if (method == "cg") {
            check(petsc_->kspSetNormType(solver_, KSP_NORM_UNPRECONDITIONED));
        } else if (method != "minres") {
            check(petsc_->kspSetPCSide(solver_, PC_RIGHT));
        }
        if (method == "gmres") {
            check(petsc_->kspGmresSetRestart(solver_, parameters().getInt("restart")));
        }
    }

    void choosePreconditioner(const std::string& kind) {
        PC preconditioner = nullptr;
        check(petsc_->kspGetPC(solver_, &preconditioner));
        check(petsc_->pcSetType(preconditioner, kind.c_str()));
        if (kind == "hypre") {
            check(petsc_->pcHypreSetType(preconditioner, "boomeramg"));
        } else if (kind == "ilu" || kind == "icc") {
            check(petsc_->pcFactorSetLevels(preconditioner, parameters().getInt("levels")));
        }
    }

    void destroy() noexcept {
        const std::lock_guard lock(PetscLibrary::inUse());
        destroyLocked();
    }

    void destroyLocked() noexcept {
        // Leaks on purpose after the end of MPI, when no function of PETSc may be called.
        if (petsc_ == nullptr || mpiHasEnded()) {
            return;
        }
        petsc_->kspDestroy(&solver_);
        petsc_->matDestroy(&operator_);
    }

    const PetscLibrary* petsc_ = nullptr;
    Matrix matrix_;
    Mat operator_ = nullptr;
    KSP solver_ = nullptr;
    std::vector<double> residual_;
};

}  // namespace solvers

GANTRY_COMPONENT(solvers::Petsc, solvers::kDescription);
