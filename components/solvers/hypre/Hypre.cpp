#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "HypreLibrary.hpp"
#include "HypreObjects.hpp"
#include "solvers/common/IterativeSolver.hpp"
#include "solvers/common/mpi/MpiUse.hpp"

namespace solvers {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfiguration, "method", "string", "gmres",
                                 "amg: BoomerAMG alone; cg: symmetric positive definite operators; "
                                 "gmres and bicgstab: any",
                                 nullptr, nullptr, "amg|cg|gmres|bicgstab"},
    gantry::ParameterDescription{kConfiguration, "preconditioner", "string", "amg",
                                 "Of the Krylov methods: BoomerAMG, or the diagonal", nullptr,
                                 nullptr, "amg|diagonal"},
    gantry::ParameterDescription{kConfiguration, "coarsening", "string", "hmis",
                                 "How BoomerAMG chooses coarse points; falgout: more of them",
                                 nullptr, nullptr, "hmis|pmis|falgout"},
    gantry::ParameterDescription{kConfiguration, "smoother", "string", "gauss_seidel",
                                 "BoomerAMG's, on every level", nullptr, nullptr,
                                 "gauss_seidel|l1_gauss_seidel|chebyshev"},
    gantry::ParameterDescription{kConfiguration, "strongThreshold", "double", "0.25",
                                 "Entries below that share of the largest one of their row do not "
                                 "count for coarsening; 0.5 for three dimensions",
                                 "0", "0.95"},
    gantry::ParameterDescription{kConfiguration, "restart", "int", "30",
                                 "gmres restarts after this number of iterations", "2", "1000"}};
constexpr auto kDescription =
    gantry::describe({"solvers.Hypre", "1.0",
                      "Sparse systems by hypre: algebraic multigrid (BoomerAMG), alone or as "
                      "preconditioner of CG, GMRES or BiCGSTAB"},
                     kProvides, kUses, kParameters);

// Between two looks at the clock: a multigrid cycle costs as much as many iterations.
constexpr std::int64_t kCycles = 4;
constexpr std::int64_t kIterations = 60;
// A residual that grew so much will not come down.
constexpr double kDiverged = 1e8;

HYPRE_Int numberOf(const std::string& word) {
    // As hypre numbers them.
    return word == "falgout"           ? 6
           : word == "pmis"            ? 8
           : word == "hmis"            ? 10
           : word == "l1_gauss_seidel" ? 8
           : word == "chebyshev"       ? 16
                                       : 6;
}

bool hasFullDiagonal(const Matrix& matrix) {
    for (int row = 0; row < matrix.rows; ++row) {
        bool there = false;
        for (int at = matrix.rowStarts[row]; at < matrix.rowStarts[row + 1]; ++at) {
            there = there || (matrix.columns[at] == row && matrix.values[at] != 0);
        }
        if (!there) {
            return false;
        }
    }
    return true;
}

}  // namespace

class Hypre final : public IterativeSolver {
public:
    Hypre() : IterativeSolver(typeid(Hypre), kDescription) {}
    ~Hypre() override { destroy(); }
    Hypre(const Hypre&) = delete;
    Hypre& operator=(const Hypre&) = delete;

protected:
    std::string method() const override {
        const std::string method = parameters().getString("method");
        return method == "amg"
                   ? "hypre BoomerAMG"
                   : "hypre " + method + " with " + parameters().getString("preconditioner");
    }

    linear::Capabilities capabilities() const override {
        linear::Capabilities capabilities = IterativeSolver::capabilities();
        const bool cg = parameters().getString("method") == "cg";
        capabilities.needsPositiveDefinite = cg;
        capabilities.needsSymmetric = cg;
        return capabilities;
    }

    void setUp(const Matrix& matrix, bool) override {
        // hypre takes the first entry of a row for its diagonal where there is none.
        if (!hasFullDiagonal(matrix)) {
            throw Breakdown("an entry of the diagonal is zero, by which this method divides");
        }
        const std::lock_guard lock(HypreLibrary::inUse());
        // The first solve loads the library, which is why this is not done in the constructor.
        hypre_ = &HypreLibrary::get();
        destroyLocked();
        arrays_ = matrix;
        matrix_ = std::make_unique<HypreMatrix>(*hypre_, matrix);
        // hypre's set-up wants vectors but uses their layout only.
        const std::vector<double> zeros(static_cast<std::size_t>(matrix.rows), 0.0);
        const HypreVector right(*hypre_, zeros);
        const HypreVector solution(*hypre_, zeros);
        const std::string method = parameters().getString("method");
        if (method == "amg" || parameters().getString("preconditioner") == "amg") {
            makeMultigrid();
        }
        if (method == "amg") {
            hypre_->amgSetup(multigrid_->get(), matrix_->get(), right.get(), solution.get());
        } else {
            makeKrylov(method);
            krylovOf(method).setup(krylov_->get(), matrix_->get(), right.get(), solution.get());
        }
        hypre_->check();
    }

    void moved(const Matrix& matrix) override { arrays_ = matrix; }

    std::int64_t iterate(const Request& request) override {
        const std::lock_guard lock(HypreLibrary::inUse());
        const double wanted = request.tolerance * norm(request.b);
        const std::int64_t atOnce =
            parameters().getString("method") == "amg" ? kCycles : kIterations;
        residual_.resize(request.b.size());
        const double first = residual(arrays_, request.b, request.x, residual_);
        const HypreVector right(*hypre_, request.b);
        std::int64_t iterations = 0;
        for (double before = first; iterations < request.maxIterations;) {
            request.interruption.poll();
            const std::int64_t most = std::min(atOnce, request.maxIterations - iterations);
            const std::int64_t made = runSome(right, request, most);
            iterations += made;
            const double now = residual(arrays_, request.b, request.x, residual_);
            if (!std::isfinite(now) || now > kDiverged * first) {
                throw Breakdown("the method diverges");
            }
            // Where it stops by itself, or stands still, it will not come further.
            if (now <= wanted || made < most || !(now < before)) {
                break;
            }
            before = now;
        }
        request.interruption.poll();
        return iterations;
    }

    void release() noexcept override { destroy(); }

private:
    const HypreLibrary::Krylov& krylovOf(const std::string& method) const {
        return method == "cg" ? hypre_->cg : method == "gmres" ? hypre_->gmres : hypre_->bicgstab;
    }

    std::int64_t runSome(const HypreVector& right, const Request& request, std::int64_t most) {
        const std::string method = parameters().getString("method");
        const HypreVector solution(*hypre_, request.x);
        const auto limit = static_cast<HYPRE_Int>(most);
        HYPRE_Int made = 0;
        if (method == "amg") {
            const HYPRE_Solver solver = multigrid_->get();
            hypre_->amgSetTolerance(solver, request.tolerance);
            hypre_->amgSetMaxIterations(solver, limit);
            hypre_->amgSolve(solver, matrix_->get(), right.get(), solution.get());
            hypre_->amgGetIterations(solver, &made);
        } else {
            const HypreLibrary::Krylov& krylov = krylovOf(method);
            krylov.setTolerance(krylov_->get(), request.tolerance);
            krylov.setMaxIterations(krylov_->get(), limit);
            krylov.solve(krylov_->get(), matrix_->get(), right.get(), solution.get());
            krylov.getIterations(krylov_->get(), &made);
        }
        hypre_->check();
        solution.copyTo(request.x);
        return made;
    }

    void makeMultigrid() {
        HYPRE_Solver solver = nullptr;
        hypre_->amgCreate(&solver);
        multigrid_ = std::make_unique<HypreSolver>(solver, hypre_->amgDestroy);
        // As a solver it gets the tolerance at each solve; as preconditioner it makes one cycle.
        hypre_->amgSetTolerance(solver, 0);
        hypre_->amgSetMaxIterations(solver, 1);
        hypre_->amgSetPrintLevel(solver, 0);
        constexpr HYPRE_Int kExtended = 6;
        constexpr HYPRE_Int kClassical = 0;
        const std::string coarsening = parameters().getString("coarsening");
        hypre_->amgSetCoarsening(solver, numberOf(coarsening));
        hypre_->amgSetInterpolation(solver, coarsening == "falgout" ? kClassical : kExtended);
        hypre_->amgSetSmoother(solver, numberOf(parameters().getString("smoother")));
        hypre_->amgSetStrongThreshold(solver, parameters().getDouble("strongThreshold"));
    }

    void makeKrylov(const std::string& method) {
        const HypreLibrary::Krylov& krylov = krylovOf(method);
        HYPRE_Solver solver = nullptr;
        // A solve belongs to one process, whatever ranks the run has.
        krylov.create(MPI_COMM_SELF, &solver);
        krylov_ = std::make_unique<HypreSolver>(solver, krylov.destroy);
        if (multigrid_) {
            krylov.setPreconditioner(solver, hypre_->amgSolve, hypre_->amgSetup, multigrid_->get());
        } else {
            krylov.setPreconditioner(solver, hypre_->diagonalSolve, hypre_->diagonalSetup, nullptr);
        }
        if (method == "cg") {
            hypre_->cgSetTwoNorm(solver, 1);
        } else if (method == "gmres") {
            hypre_->gmresSetRestart(solver, parameters().getInt("restart"));
        }
    }

    void destroy() noexcept {
        const std::lock_guard lock(HypreLibrary::inUse());
        destroyLocked();
    }
    void destroyLocked() noexcept {
        if (mpiHasEnded()) {
            // Nothing may be called any more; the process is about to end.
            static_cast<void>(krylov_.release());
            static_cast<void>(multigrid_.release());
            static_cast<void>(matrix_.release());
            return;
        }
        krylov_.reset();
        multigrid_.reset();
        matrix_.reset();
    }

    const HypreLibrary* hypre_ = nullptr;
    Matrix arrays_;
    std::unique_ptr<HypreMatrix> matrix_;
    std::unique_ptr<HypreSolver> multigrid_;
    std::unique_ptr<HypreSolver> krylov_;
    std::vector<double> residual_;
};

}  // namespace solvers

GANTRY_COMPONENT(solvers::Hypre, solvers::kDescription);
