#include <gantry/CsrOperator.hpp>
#include <gantry/plugin.hpp>
#include <linear/InvalidSystem.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/common/Solver.hpp"

namespace {

constexpr std::array<gantry::ParameterDescription, 0> kNone{};
constexpr auto kDescription = gantry::describe({"tests.Scripted", "1.0", "Does what a test says"},
                                               solvers::kProvides, solvers::kUses, kNone);

/// A method that leaves half a result and throws, as long as fails is set.
class Scripted final : public solvers::Solver {
public:
    Scripted() : Solver(typeid(Scripted), kDescription) {}

    bool fails = true;
    int setUps = 0;

protected:
    [[nodiscard]] linear::Capabilities capabilities() const override { return {}; }
    [[nodiscard]] std::string method() const override { return "scripted"; }
    void setUp(const solvers::Matrix&, bool) override { ++setUps; }
    std::int64_t run(const solvers::Matrix&, const solvers::Request& request) override {
        request.x[0] = 7;
        if (fails) {
            throw std::logic_error("a bug of the method");
        }
        request.x[1] = 7;
        return 1;
    }
    void release() noexcept override {}
};

/// A method whose set-up takes an hour on any machine, as it says.
class Predicting final : public solvers::Solver {
public:
    Predicting() : Solver(typeid(Predicting), kDescription) {}

    int begun = 0;
    /// Set-ups whose pattern was analysed before.
    int analysed = 0;
    int released = 0;

protected:
    [[nodiscard]] linear::Capabilities capabilities() const override {
        linear::Capabilities capabilities;
        capabilities.predictsSetup = true;
        return capabilities;
    }
    [[nodiscard]] std::string method() const override { return "predicting"; }
    void setUp(const solvers::Matrix&, bool samePattern) override {
        analysed += samePattern ? 1 : 0;
        expect(1e20);
        ++begun;
    }
    std::int64_t run(const solvers::Matrix&, const solvers::Request& request) override {
        std::fill(request.x.begin(), request.x.end(), 7.0);
        return 0;
    }
    void release() noexcept override { ++released; }
};

/// What a solver predicts of a matrix, where a factorisation of n rows takes n^growth operations.
class Growing : public solvers::Solver {
public:
    using Solver::predictedOperations;
};

double predicted(int rows, double growth) {
    // A chain of rows.
    std::vector<int> starts{0};
    std::vector<int> columns;
    for (int row = 0; row < rows; ++row) {
        for (int column = std::max(row - 1, 0); column <= std::min(row + 1, rows - 1); ++column) {
            columns.push_back(column);
        }
        starts.push_back(static_cast<int>(columns.size()));
    }
    const std::vector<double> values(columns.size(), 1);
    return Growing::predictedOperations(
        {rows, starts.data(), columns.data(), values.data()},
        [&](const solvers::Matrix& smaller) { return std::pow(smaller.rows, growth); });
}

}  // namespace

TEST_SUITE_BEGIN("solvers.Solver");

TEST_CASE("after an unexpected exception x is the first guess and the set-up is not used again") {
    Scripted solver;
    const auto identity = std::make_shared<gantry::CsrOperator>(
        2, std::vector<int>{0, 1, 2}, std::vector<int>{0, 1}, std::vector<double>{1, 1});
    std::vector<double> b{7, 7};
    std::vector<double> x{3, 4};
    const auto solve = [&] {
        return solver.solve(identity, {b.data(), {2}}, {x.data(), {2}}, 2, {1e-9, 10, 0});
    };

    CHECK_THROWS_WITH_AS(solve(), "a bug of the method", std::logic_error);
    CHECK(x == std::vector<double>{3, 4});

    solver.fails = false;
    const linear::Outcome outcome = solve();
    CHECK(outcome.status == linear::Status::Converged);
    CHECK_FALSE(outcome.reused);
    CHECK(solver.setUps == 2);
    CHECK(x == std::vector<double>{7, 7});
}

TEST_CASE(
    "a set-up that is predicted to exceed the time limit is not begun, without a limit it is") {
    Predicting solver;
    const auto identity = std::make_shared<gantry::CsrOperator>(
        2, std::vector<int>{0, 1, 2}, std::vector<int>{0, 1}, std::vector<double>{1, 1});
    std::vector<double> b{7, 7};
    std::vector<double> x{3, 4};
    const auto solve = [&](double seconds) {
        return solver.solve(identity, {b.data(), {2}}, {x.data(), {2}}, 2, {1e-9, 10, seconds});
    };

    const linear::Outcome refused = solve(1000);
    CHECK(refused.status == linear::Status::Aborted);
    CHECK(refused.reason.find("predicted to take") != std::string::npos);
    CHECK(solver.begun == 0);
    CHECK(x == std::vector<double>{3, 4});

    CHECK(solve(0).status == linear::Status::Converged);
    CHECK(solver.begun == 1);
    CHECK(x == std::vector<double>{7, 7});
}

TEST_CASE("the analysis of a set-up that was not begun is kept for the next one") {
    Predicting solver;
    const auto identity = std::make_shared<gantry::CsrOperator>(
        2, std::vector<int>{0, 1, 2}, std::vector<int>{0, 1}, std::vector<double>{1, 1});
    std::vector<double> b{7, 7};
    std::vector<double> x{0, 0};
    const auto solve = [&](double seconds) {
        return solver.solve(identity, {b.data(), {2}}, {x.data(), {2}}, 2, {1e-9, 10, seconds});
    };

    CHECK(solve(1000).status == linear::Status::Aborted);
    CHECK(solver.analysed == 0);
    CHECK(solver.released == 0);
    identity->changeValues()[0] = 1;
    CHECK_FALSE(solve(0).reused);
    CHECK(solver.analysed == 1);
    solver.forget();
    solve(1000);
    CHECK(solver.analysed == 1);
}

TEST_CASE("the operations of a factorisation are predicted from how those of contractions grow") {
    const double rows = 60000;
    // Half a power less, as contractions lose what is within their groups.
    for (const double growth : {1.5, 2.0, 2.5}) {
        const double least = std::pow(rows, growth - 0.5) * std::pow(3000, 0.5);
        CHECK(predicted(60000, growth) > 0.8 * least);
        CHECK(predicted(60000, growth) < 1.25 * least);
    }
    // Slower than any factorisation grows, and faster.
    CHECK(predicted(60000, 0.5) ==
          doctest::Approx(std::pow(3000, 0.5) * std::pow(20, 0.5)).epsilon(0.2));
    CHECK(predicted(60000, 5) ==
          doctest::Approx(std::pow(3000, 5) * std::pow(20, 2.5)).epsilon(0.3));
    // Not known, or a matrix that cannot be contracted any more.
    CHECK(predicted(1, 2) == 1);
    const std::vector<int> one{0, 1};
    const double value = 1;
    CHECK(Growing::predictedOperations({1, one.data(), one.data(), &value},
                                       [](const solvers::Matrix&) { return 0.0; }) == 0);
}

TEST_CASE("a copy of an operator has states of its own") {
    gantry::CsrOperator original(1, {0, 1}, {0}, {2.0});
    gantry::CsrOperator copy(original);
    CHECK(copy.getValues()[0] == 2.0);
    CHECK(copy.getPatternState() != original.getPatternState());
    original.changeValues()[0] = 3;
    copy.changeValues()[0] = 4;
    CHECK(copy.getState() != original.getState());
    CHECK(original.getValues()[0] == 3.0);
}

TEST_CASE("an operator is sound with empty rows and rows that begin before the last one ended") {
    gantry::CsrOperator matrix(4, {0, 0, 2, 2, 4}, {1, 3, 0, 2}, {1, 2, 3, 4});

    CHECK(solvers::checkedMatrix(matrix).entries() == 4);
}

TEST_CASE("columns that do not ascend, or are out of range, are refused wherever they are") {
    const std::vector<std::vector<int>> bad{{3, 1, 0, 2},  {1, 1, 0, 2}, {1, 3, 2, 0},
                                            {-1, 3, 0, 2}, {1, 4, 0, 2}, {1, 3, 0, 1 << 30}};
    for (const std::vector<int>& columns : bad) {
        CAPTURE(columns.front());
        gantry::CsrOperator matrix(4, {0, 0, 2, 2, 4}, columns, {1, 2, 3, 4});
        CHECK_THROWS_AS(solvers::checkedMatrix(matrix), linear::InvalidSystem);
    }
}

TEST_CASE("an entry that is not finite is found, also where the pattern is known to be sound") {
    gantry::CsrOperator sound(2, {0, 1, 2}, {0, 1}, {1, 1});
    const solvers::Matrix known = solvers::checkedMatrix(sound);
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {infinity, -infinity, std::nan("")}) {
        gantry::CsrOperator matrix(2, {0, 1, 2}, {0, 1}, {1, value});
        bool same = false;
        CHECK_THROWS_AS(solvers::checkedMatrix(matrix, &known, same), linear::InvalidSystem);
        CHECK_THROWS_AS(solvers::checkedMatrix(matrix), linear::InvalidSystem);
    }
    gantry::CsrOperator large(2, {0, 1, 2}, {0, 1}, {std::numeric_limits<double>::max(), -5e-324});
    bool same = false;
    CHECK(solvers::checkedMatrix(large, &known, same).entries() == 2);
    CHECK(same);
}

TEST_CASE("another pattern than the one that is known is checked as if nothing were known") {
    gantry::CsrOperator sound(2, {0, 1, 2}, {0, 1}, {1, 1});
    const solvers::Matrix known = solvers::checkedMatrix(sound);
    gantry::CsrOperator other(2, {0, 2, 3}, {0, 1, 1}, {1, 1, 1});
    gantry::CsrOperator bad(2, {0, 1, 2}, {0, 2}, {1, 1});
    bool same = true;

    CHECK(solvers::checkedMatrix(other, &known, same).entries() == 3);
    CHECK_FALSE(same);
    CHECK_THROWS_AS(solvers::checkedMatrix(bad, &known, same), linear::InvalidSystem);
}

TEST_SUITE_END();
