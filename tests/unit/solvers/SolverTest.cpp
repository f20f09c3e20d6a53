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

protected:
    [[nodiscard]] linear::Capabilities capabilities() const override {
        linear::Capabilities capabilities;
        capabilities.predictsSetup = true;
        return capabilities;
    }
    [[nodiscard]] std::string method() const override { return "predicting"; }
    void setUp(const solvers::Matrix&, bool) override {
        expect(1e20);
        ++begun;
    }
    std::int64_t run(const solvers::Matrix&, const solvers::Request& request) override {
        std::fill(request.x.begin(), request.x.end(), 7.0);
        return 0;
    }
    void release() noexcept override {}
};

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
