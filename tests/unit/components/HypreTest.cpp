#include <gantry/CsrOperator.hpp>
#include <gov/cca/CCAException.hpp>
#include <linear/LinearSolver.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "OneComponent.hpp"

namespace {

/// solvers.Hypre and systems on a square of 40 by 40 points.
struct Solving : OneComponent {
    std::shared_ptr<linear::LinearSolver> solver;
    std::vector<double> x;

    Solving() : OneComponent("solvers.Hypre"), solver(port<linear::LinearSolver>("solver")) {}

    /// Diffusion in a wind along x; without wind it is symmetric positive definite.
    static std::shared_ptr<gantry::CsrOperator> diffusion(double wind, double diagonal = 4) {
        constexpr int kSide = 40;
        std::vector<int> starts{0};
        std::vector<int> columns;
        std::vector<double> entries;
        const auto add = [&](bool inside, int column, double entry) {
            if (inside) {
                columns.push_back(column);
                entries.push_back(entry);
            }
        };
        for (int y = 0; y < kSide; ++y) {
            for (int x = 0; x < kSide; ++x) {
                const int here = y * kSide + x;
                add(y > 0, here - kSide, -1);
                add(x > 0, here - 1, -1 - wind);
                add(diagonal != 0, here, diagonal);
                add(x + 1 < kSide, here + 1, -1 + wind);
                add(y + 1 < kSide, here + kSide, -1);
                starts.push_back(static_cast<int>(columns.size()));
            }
        }
        return std::make_shared<gantry::CsrOperator>(kSide * kSide, starts, columns, entries);
    }
    linear::Outcome solve(const std::shared_ptr<linear::Operator>& matrix,
                          linear::Limits limits = {1e-9, 500, 0}) {
        const int n = matrix->getNumRows();
        std::vector<double> b(static_cast<std::size_t>(n), 1.0);
        x.assign(b.size(), 0.0);
        return solver->solve(matrix, {b.data(), {n}}, {x.data(), {n}}, n, limits);
    }
};

}  // namespace

TEST_SUITE("components.Hypre") {
    TEST_CASE_FIXTURE(Solving, "every method solves diffusion with every coarsening and smoother") {
        const auto matrix = diffusion(0);
        for (const char* method : {"amg", "cg", "gmres", "bicgstab"}) {
            for (const char* coarsening : {"hmis", "pmis", "falgout"}) {
                for (const char* smoother : {"gauss_seidel", "l1_gauss_seidel", "chebyshev"}) {
                    CAPTURE(method);
                    CAPTURE(coarsening);
                    CAPTURE(smoother);
                    set("method", method);
                    set("coarsening", coarsening);
                    set("smoother", smoother);
                    const linear::Outcome outcome = solve(matrix);
                    CHECK_MESSAGE(outcome.status == linear::Status::Converged, outcome.reason);
                    CHECK(outcome.residual <= 1e-9);
                    // Multigrid needs few iterations, however many points there are.
                    CHECK(outcome.iterations < 60);
                }
            }
        }
    }

    TEST_CASE_FIXTURE(Solving, "methods for any operator solve diffusion in a wind") {
        for (const char* method : {"gmres", "bicgstab"}) {
            for (const char* preconditioner : {"amg", "diagonal"}) {
                CAPTURE(method);
                CAPTURE(preconditioner);
                set("method", method);
                set("preconditioner", preconditioner);
                const linear::Outcome outcome = solve(diffusion(0.6));
                CHECK_MESSAGE(outcome.status == linear::Status::Converged, outcome.reason);
            }
        }
    }

    TEST_CASE_FIXTURE(Solving, "with the diagonal alone it takes more iterations") {
        set("method", "cg");
        const auto matrix = diffusion(0);
        const std::int64_t multigrid = solve(matrix).iterations;
        set("preconditioner", "diagonal");
        const linear::Outcome outcome = solve(matrix);
        CHECK_MESSAGE(outcome.status == linear::Status::Converged, outcome.reason);
        CHECK(outcome.iterations > 2 * multigrid);
    }

    TEST_CASE_FIXTURE(Solving, "its parameters decide what it reports to need and to be") {
        CHECK(solver->getMethod() == "hypre gmres with amg");
        CHECK_FALSE(solver->getCapabilities().needsSymmetric);
        set("method", "cg");
        CHECK(solver->getCapabilities().needsPositiveDefinite);
        CHECK(solve(diffusion(0.6)).status == linear::Status::Failed);
        set("method", "amg");
        CHECK(solver->getMethod() == "hypre BoomerAMG");
        CHECK(solver->getCapabilities().abortable);
    }

    TEST_CASE_FIXTURE(Solving, "the multigrid of the last operator is used again") {
        const auto matrix = diffusion(0);
        CHECK_FALSE(solve(matrix).reused);
        CHECK(solve(matrix).reused);
        matrix->changeValues();
        CHECK_FALSE(solve(matrix).reused);
        solver->forget();
        CHECK_FALSE(solve(matrix).reused);
    }

    TEST_CASE_FIXTURE(Solving, "an operator without a diagonal is refused with a reason") {
        for (const char* method : {"amg", "gmres"}) {
            set("method", method);
            const linear::Outcome outcome = solve(diffusion(0, 0));
            CHECK(outcome.status == linear::Status::Failed);
            CHECK(outcome.reason.find("diagonal") != std::string::npos);
        }
    }

    TEST_CASE_FIXTURE(Solving, "limits are kept") {
        set("method", "amg");
        CHECK(solve(diffusion(0), {1e-9, 2, 0}).status == linear::Status::NotConverged);
        CHECK(solve(diffusion(0), {1e-9, 2, 0}).iterations <= 2);
        CHECK(solve(diffusion(0), {1e-9, 0, 1e-9}).status == linear::Status::Aborted);
    }

    TEST_CASE_FIXTURE(Solving, "parameters that cannot be are refused") {
        CHECK_THROWS_AS(set("method", "magic"), gov::cca::CCAException);
        CHECK_THROWS_AS(set("preconditioner", "ilu"), gov::cca::CCAException);
        CHECK_THROWS_AS(set("coarsening", "none"), gov::cca::CCAException);
        CHECK_THROWS_AS(set("strongThreshold", 1.5), gov::cca::CCAException);
    }
}
