#include <Eigen/IterativeLinearSolvers>
#include <unsupported/Eigen/IterativeSolvers>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "Preconditioner.hpp"
#include "solvers/common/IterativeSolver.hpp"
#include "solvers/common/eigen/CholeskyAnalysis.hpp"

namespace solvers {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfiguration, "method", "string", "cg",
                                 "cg: symmetric positive definite operators; minres: symmetric; "
                                 "bicgstab, gmres: any",
                                 nullptr, nullptr, "cg|minres|bicgstab|gmres"},
    gantry::ParameterDescription{kConfiguration, "preconditioner", "string", "diagonal",
                                 "ichol (incomplete Cholesky): symmetric operators; ilut "
                                 "(incomplete LU with threshold): any",
                                 nullptr, nullptr, "none|diagonal|ichol|ilut"},
    gantry::ParameterDescription{kConfiguration, "dropTolerance", "double", "0.001",
                                 "ilut drops what is smaller, relative to its row", "0", "1"},
    gantry::ParameterDescription{kConfiguration, "fill", "int", "10",
                                 "ilut keeps as many entries of a row times this", "1", "1000"},
    gantry::ParameterDescription{kConfiguration, "restart", "int", "30",
                                 "gmres restarts after this number of iterations", "2", "1000"}};
constexpr auto kDescription =
    gantry::describe({"solvers.EigenIterative", "1.0",
                      "Sparse systems by Eigen's Krylov methods: CG, MINRES, BiCGSTAB, GMRES"},
                     kProvides, kUses, kParameters);

using eigen_iterative::Preconditioner;
using eigen_iterative::Rows;
using View = Eigen::Map<const Rows>;

}  // namespace

class EigenIterative final : public IterativeSolver {
public:
    EigenIterative() : IterativeSolver(typeid(EigenIterative), kDescription) {}

protected:
    std::string method() const override {
        return "Eigen " + parameters().getString("method") + " with " +
               parameters().getString("preconditioner");
    }

    linear::Capabilities capabilities() const override {
        const std::string method = parameters().getString("method");
        linear::Capabilities capabilities = IterativeSolver::capabilities();
        capabilities.needsPositiveDefinite = method == "cg";
        capabilities.needsSymmetric = method == "cg" || method == "minres" ||
                                      parameters().getString("preconditioner") == "ichol";
        return capabilities;
    }

    void setUp(const Matrix& matrix, bool) override {
        // First, so that the old and the new factors are not in memory together.
        preconditioner_.reset();
        moved(matrix);
        const std::string kind = parameters().getString("preconditioner");
        const View view(matrix.rows, matrix.rows, matrix.entries(), matrix.rowStarts,
                        matrix.columns, matrix.values);
        if (kind == "ichol") {
            // Eigen looks at no limit.
            const double operations = operationsOfIncompleteCholesky(matrix);
            expectOrdering(matrix);
            expect(operations);
            preconditioner_ = eigen_iterative::incompleteCholesky(view);
        } else if (kind == "ilut") {
            expectOrdering(matrix);
            preconditioner_ = eigen_iterative::incompleteLu(
                view, {parameters().getDouble("dropTolerance"), parameters().getInt("fill")},
                interruption());
        } else if (kind == "diagonal") {
            preconditioner_ = eigen_iterative::diagonal(view);
        } else {
            preconditioner_ = eigen_iterative::identity();
        }
    }

    // The preconditioner has copies of what it needs; only the view of the matrix must follow.
    void moved(const Matrix& matrix) override { matrix_ = matrix; }

    std::int64_t iterate(const Request& request) override {
        const std::string method = parameters().getString("method");
        if (method == "cg") {
            // Both triangles, as the operator has both: with one, Eigen would add the other on the
            // fly.
            Eigen::ConjugateGradient<Rows, Eigen::Lower | Eigen::Upper, Preconditioner> cg;
            return iterateWith(cg, request);
        }
        if (method == "minres") {
            Eigen::MINRES<Rows, Eigen::Lower | Eigen::Upper, Preconditioner> minres;
            return iterateWith(minres, request);
        }
        if (method == "bicgstab") {
            Eigen::BiCGSTAB<Rows, Preconditioner> bicgstab;
            return iterateWith(bicgstab, request);
        }
        Eigen::GMRES<Rows, Preconditioner> gmres;
        gmres.set_restart(parameters().getInt("restart"));
        return iterateWith(gmres, request);
    }

    void release() noexcept override { preconditioner_.reset(); }

private:
    // Each column is updated by the columns that share a row.
    static double operationsOfIncompleteCholesky(const Matrix& matrix) {
        // Of one that is as fast as those of a dense factorisation: these are far apart in memory.
        constexpr double kEach = 10;
        double operations = 0;
        for (int row = 0; row < matrix.rows; ++row) {
            const int* const first = matrix.columns + matrix.rowStarts[row];
            const int* const last = matrix.columns + matrix.rowStarts[row + 1];
            // Eigen takes the first entry of a column for its diagonal one, and writes beyond its
            // arrays where there is none.
            if (!std::binary_search(first, last, row)) {
                throw Breakdown("the incomplete Cholesky factorisation breaks down: row " +
                                std::to_string(row) + " has no diagonal entry");
            }
            const auto entries = static_cast<double>(last - first);
            operations += kEach * entries * entries / 2;
        }
        return operations;
    }

    // Before an incomplete factorisation, rows are ordered by minimum degree, whose time grows as
    // the fronts of a complete one do.
    void expectOrdering(const Matrix& matrix) {
        // The least that was measured of graphs of 200,000 rows; up to 1e-6 with rows of many
        // entries.
        constexpr double kSecondsPerRoot = 0.1e-6;
        if (isLongAnalysis(matrix)) {
            const double operations = predictedOperations(matrix, [](const Matrix& smaller) {
                return choleskyOperations(eigenColumns(smaller));
            });
            expectSeconds(kSecondsPerRoot * std::sqrt(operations), "the ordering of the rows");
        }
    }

    template <class Method>
    std::int64_t iterateWith(Method& method, const Request& request) const {
        const View view(matrix_.rows, matrix_.rows, matrix_.entries(), matrix_.rowStarts,
                        matrix_.columns, matrix_.values);
        const auto size = static_cast<Eigen::Index>(request.b.size());
        const Eigen::Map<const Eigen::VectorXd> right(request.b.data(), size);
        Eigen::Map<Eigen::VectorXd> solution(request.x.data(), size);
        method.preconditioner().use(*preconditioner_, request.interruption);
        // Builds nothing: the preconditioner was built in setUp.
        method.compute(view);
        method.setTolerance(request.tolerance);
        method.setMaxIterations(request.maxIterations);
        // A copy: solution is written while the guess is read.
        const Eigen::VectorXd guess = solution;
        solution = method.solveWithGuess(right, guess);
        return method.iterations();
    }

    Matrix matrix_;
    std::unique_ptr<eigen_iterative::Operation> preconditioner_;
};

}  // namespace solvers

GANTRY_COMPONENT(solvers::EigenIterative, solvers::kDescription);
