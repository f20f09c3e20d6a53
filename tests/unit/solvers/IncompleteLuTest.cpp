#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>

#include "solvers/eigen_iterative/IncompleteLu.hpp"

namespace {

using solvers::Interruption;
using solvers::eigen_iterative::IncompleteLu;
using Rows = IncompleteLu::Rows;

/// Diagonally dominant, unsymmetric, with entries all over.
Rows scattered(int rows) {
    Rows matrix(rows, rows);
    for (int row = 0; row < rows; ++row) {
        matrix.coeffRef(row, row) = 10 + row % 3;
        for (int k = 1; k <= 3; ++k) {
            const int column = (row * 7 + k * k * 13) % rows;
            matrix.coeffRef(row, column) += column == row ? 0 : 1.0 / (k + row % 5);
        }
    }
    matrix.makeCompressed();
    return matrix;
}

const std::atomic<std::uint64_t> kNoAborts{0};

}  // namespace

TEST_SUITE_BEGIN("solvers.IncompleteLu");

TEST_CASE("where nothing is dropped the factors are those of the matrix") {
    const Rows matrix = scattered(200);
    const Interruption unlimited(Interruption::Clock::now(), 0, kNoAborts);
    IncompleteLu factors;
    factors.compute(matrix, {0, 1000}, unlimited);
    const Eigen::VectorXd wanted = Eigen::VectorXd::LinSpaced(200, -1, 3);
    const Eigen::VectorXd right = matrix * wanted;
    CHECK((factors.solve(right) - wanted).norm() < 1e-10);
}

TEST_CASE("what is dropped bounds the fill, and the factors are still near") {
    const Rows matrix = scattered(500);
    const Interruption unlimited(Interruption::Clock::now(), 0, kNoAborts);
    IncompleteLu factors;
    factors.compute(matrix, {0.01, 2}, unlimited);
    const Eigen::VectorXd wanted = Eigen::VectorXd::Ones(500);
    const Eigen::VectorXd right = matrix * wanted;
    const double error = (factors.solve(right) - wanted).norm() / wanted.norm();
    CHECK(error < 0.2);
    CHECK(error > 1e-12);
}

TEST_CASE("it ends where the solve has to end") {
    const Rows matrix = scattered(100);
    std::atomic<std::uint64_t> aborts{0};
    const Interruption aborted(Interruption::Clock::now(), 0, aborts);
    ++aborts;
    IncompleteLu factors;
    CHECK_THROWS_AS(factors.compute(matrix, {0.001, 10}, aborted), solvers::Interrupted);
}

TEST_CASE("a row of zeros is a breakdown") {
    Rows matrix = scattered(20);
    for (Rows::InnerIterator entry(matrix, 4); entry; ++entry) {
        entry.valueRef() = 0;
    }
    const Interruption unlimited(Interruption::Clock::now(), 0, kNoAborts);
    IncompleteLu factors;
    CHECK_THROWS_AS(factors.compute(matrix, {0.001, 10}, unlimited), solvers::Breakdown);
}

TEST_SUITE_END();
