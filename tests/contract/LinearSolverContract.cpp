#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <linear/InvalidSystem.hpp>
#include <linear/LinearSolver.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "Harness.hpp"
#include "SparseSystems.hpp"

using contract::Harness;
using contract::product;
using contract::stencil;
using linear::Fault;
using linear::Status;

namespace {

constexpr const char* kType = "linear.LinearSolver";
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTolerance = 1e-8;

std::vector<double> wave(int n) {
    std::vector<double> values(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
        values[static_cast<std::size_t>(i)] = 1 + std::sin(0.7 * i);
    }
    return values;
}

struct Fixture {
    Harness harness;
    std::shared_ptr<linear::LinearSolver> solver = harness.port<linear::LinearSolver>(kType);
    std::vector<double> x;

    linear::Outcome solve(const std::shared_ptr<linear::Operator>& matrix, std::vector<double> b,
                          const linear::Limits& limits = {kTolerance, 0, 0}) {
        const int n = static_cast<int>(b.size());
        x.resize(b.size());
        return solver->solve(matrix, {b.data(), {n}}, {x.data(), {n}}, n, limits);
    }

    Fault faultOf(const std::shared_ptr<linear::Operator>& matrix, const std::vector<double>& b,
                  const linear::Limits& limits = {kTolerance, 0, 0}) {
        try {
            solve(matrix, b, limits);
        } catch (linear::InvalidSystem& invalid) {
            CHECK_FALSE(invalid.getNote().empty());
            return invalid.getFault();
        }
        return Fault{};
    }

    // The system is solved: the status says so, and b is what comes out of the solution.
    void checkSolves(const std::shared_ptr<linear::Operator>& matrix) {
        const std::vector<double> b = product(*matrix, wave(matrix->getNumRows()));
        const linear::Outcome outcome = solve(matrix, b);
        CHECK_MESSAGE(outcome.status == Status::Converged, outcome.reason);
        CHECK(outcome.reason.empty());
        CHECK(outcome.residual <= kTolerance);
        checkResidual(*matrix, b, outcome);
    }

    void checkResidual(linear::Operator& matrix, const std::vector<double>& b,
                       const linear::Outcome& outcome) const {
        const std::vector<double> reached = product(matrix, x);
        double squares = 0;
        double all = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            squares += (b[i] - reached[i]) * (b[i] - reached[i]);
            all += b[i] * b[i];
        }
        CHECK(std::abs(std::sqrt(squares / all) - outcome.residual) <= 1e-12);
    }

    // An operator that ends the solve it is worked on by.
    class Ending final : public contract::Stateless {
    public:
        Ending(std::shared_ptr<linear::Operator> matrix, linear::LinearSolver& solver)
            : Stateless(std::move(matrix)), solver_(solver) {}
        sidl::array<std::int32_t> getRowStarts() override {
            solver_.abort();
            return Stateless::getRowStarts();
        }

    private:
        linear::LinearSolver& solver_;
    };
};

}  // namespace

TEST_SUITE("contract.linear.LinearSolver") {
    TEST_CASE_FIXTURE(Fixture, "symmetric positive definite systems are solved") {
        checkSolves(stencil(1));
        checkSolves(stencil(2));
        checkSolves(stencil(30));
        checkSolves(stencil(25, 0, 10));
    }

    TEST_CASE_FIXTURE(Fixture, "other systems are solved, or refused with a reason") {
        for (const auto& matrix : {stencil(20, 0.5), stencil(20, 0.9, 1), stencil(9, 0.1, 0.3)}) {
            if (!solver->getCapabilities().needsSymmetric &&
                !solver->getCapabilities().needsPositiveDefinite) {
                checkSolves(matrix);
            } else if (solver->getCapabilities().needsSymmetric) {
                const linear::Outcome outcome = solve(matrix, wave(matrix->getNumRows()));
                CHECK(outcome.status == Status::Failed);
                CHECK_FALSE(outcome.reason.empty());
            }
        }
    }

    TEST_CASE_FIXTURE(Fixture,
                      "whatever the operator, converged means a residual within the limit") {
        for (const auto& matrix : {stencil(12, 0, -2.5), stencil(12, 3), stencil(12, 0, -8)}) {
            const std::vector<double> b = wave(144);
            x.assign(144, 0.0);
            const linear::Outcome outcome = solve(matrix, b, {kTolerance, 500, 0});
            if (outcome.status == Status::Converged) {
                CHECK(outcome.residual <= kTolerance);
                checkResidual(*matrix, b, outcome);
            } else {
                CHECK_FALSE(outcome.reason.empty());
            }
        }
    }

    TEST_CASE_FIXTURE(Fixture, "very large and very small numbers are solved as others are") {
        for (const double scale : {1e200, 1e-200}) {
            CAPTURE(scale);
            const auto matrix = stencil(8);
            std::vector<double> b = product(*matrix, wave(64));
            for (double& element : b) {
                element *= scale;
            }
            x.assign(64, 0.0);
            CHECK(solve(matrix, b).status == Status::Converged);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a right side of zeros has the solution zero") {
        x.assign(36, 7.0);
        const linear::Outcome outcome = solve(stencil(6), std::vector<double>(36, 0.0));
        CHECK(outcome.status == Status::Converged);
        CHECK(outcome.residual == 0);
        CHECK(x == std::vector<double>(36, 0.0));
    }

    TEST_CASE_FIXTURE(Fixture, "a singular operator never gives a solution that is none") {
        const auto zeroRow = contract::operatorOf({{{0, 1.0}}, {}, {{2, 1.0}}}, 3);
        const auto twins = contract::operatorOf({{{0, 1.0}, {1, 1.0}}, {{0, 1.0}, {1, 1.0}}}, 2);
        const auto zeros = contract::operatorOf({{{0, 0.0}}, {{1, 0.0}}}, 2);
        for (const auto& matrix : {zeroRow, twins, zeros}) {
            std::vector<double> b(static_cast<std::size_t>(matrix->getNumRows()));
            for (std::size_t i = 0; i < b.size(); ++i) {
                b[i] = 1.0 + static_cast<double>(i);
            }
            x.assign(b.size(), 0.0);
            const linear::Outcome outcome = solve(matrix, b, {kTolerance, 100, 0});
            CHECK(outcome.status != Status::Converged);
            CHECK_FALSE(outcome.reason.empty());
            if (outcome.status == Status::Failed) {
                CHECK(x == std::vector<double>(b.size(), 0.0));
                CHECK(std::isnan(outcome.residual));
            }
        }
        checkSolves(stencil(5));
    }

    TEST_CASE_FIXTURE(Fixture, "operators that are none are refused, and the solution stays") {
        CHECK(faultOf(nullptr, {1.0}) == Fault::Empty);
        CHECK(faultOf(contract::operatorOf({}, 0), {}) == Fault::Empty);
        CHECK(faultOf(contract::operatorOf({{{0, 1.0}}}, 2), {1.0}) == Fault::NotSquare);
        using Csr = gantry::CsrOperator;
        using Ints = std::vector<std::int32_t>;
        using Doubles = std::vector<double>;
        const auto broken = [](Ints starts, Ints columns, Doubles values) {
            return std::make_shared<Csr>(2, std::move(starts), std::move(columns),
                                         std::move(values));
        };
        x = {3, 4};
        for (const auto& matrix :
             {broken({0, 1, 2}, {0, 2}, {1, 1}), broken({0, 1, 2}, {0, -1}, {1, 1}),
              broken({0, 2, 2}, {1, 0}, {1, 1}), broken({0, 2, 2}, {0, 0}, {1, 1}),
              broken({1, 1, 2}, {0, 1}, {1, 1}), broken({0, 2, 1}, {0, 1}, {1, 1}),
              broken({0, 1, 3}, {0, 1}, {1, 1}), broken({0, 1, 2}, {0, 1}, {1})}) {
            CHECK(faultOf(matrix, {1, 1}) == Fault::BadStructure);
        }
        for (const double bad : {kNaN, kInfinity, -kInfinity}) {
            CHECK(faultOf(broken({0, 1, 2}, {0, 1}, {1, bad}), {1, 1}) == Fault::NotFinite);
            CHECK(faultOf(broken({0, 1, 2}, {0, 1}, {1, 1}), {1, bad}) == Fault::NotFinite);
        }
        CHECK(x == std::vector<double>{3, 4});
        x = {kNaN, 0};
        CHECK(faultOf(broken({0, 1, 2}, {0, 1}, {1, 1}), {1, 1}) == Fault::NotFinite);
    }

    TEST_CASE_FIXTURE(Fixture, "vectors of another length than the operator are refused") {
        CHECK(faultOf(stencil(3), wave(8)) == Fault::WrongSize);
        CHECK(faultOf(stencil(3), wave(10)) == Fault::WrongSize);
        std::vector<double> b = wave(9);
        std::vector<double> guess = wave(10);
        CHECK_THROWS_AS(
            solver->solve(stencil(3), {b.data(), {9}}, {guess.data(), {8}}, 9, {kTolerance, 0, 0}),
            linear::InvalidSystem);
        CHECK_THROWS_AS(
            solver->solve(stencil(3), {b.data(), {9}}, {guess.data(), {9}}, 8, {kTolerance, 0, 0}),
            linear::InvalidSystem);
    }

    TEST_CASE_FIXTURE(Fixture, "limits that make no sense are refused") {
        const std::vector<linear::Limits> limits{
            {0, 0, 0},           {-1e-8, 0, 0},       {kNaN, 0, 0},         {kInfinity, 0, 0},
            {kTolerance, -1, 0}, {kTolerance, 0, -1}, {kTolerance, 0, kNaN}};
        for (const linear::Limits& each : limits) {
            CAPTURE(each.tolerance);
            CHECK(faultOf(stencil(3), wave(9), each) == Fault::BadLimits);
        }
        CHECK(solve(stencil(3), wave(9), {kTolerance, 0, kInfinity}).status == Status::Converged);
    }

    TEST_CASE_FIXTURE(Fixture, "a tolerance below what rounding allows is not said to be met") {
        x.assign(400, 0.0);
        const linear::Outcome outcome = solve(stencil(20), wave(400), {1e-30, 2000, 0});
        CHECK(outcome.status == Status::NotConverged);
        CHECK_FALSE(outcome.reason.empty());
        CHECK(outcome.residual <= 1e-6);
    }

    TEST_CASE_FIXTURE(Fixture, "an abortable solver ends at its time limit") {
        if (!solver->getCapabilities().abortable) {
            return;
        }
        const linear::Outcome outcome = solve(stencil(30), wave(900), {kTolerance, 0, 1e-9});
        CHECK(outcome.status == Status::Aborted);
        CHECK(std::isnan(outcome.residual));
        CHECK_FALSE(outcome.reason.empty());
        CHECK(x == std::vector<double>(900, 0.0));
        checkSolves(stencil(30));
    }

    TEST_CASE_FIXTURE(Fixture,
                      "a set-up that is predicted to exceed the time limit is not begun, and a "
                      "later solve without a limit is done") {
        if (!solver->getCapabilities().predictsSetup) {
            return;
        }
        checkSolves(stencil(30));  // whose analysis must not be taken for that of the next one
        const auto matrix = stencil(130);
        x.assign(16900, 0.0);
        const linear::Outcome outcome = solve(matrix, wave(16900), {kTolerance, 0, 1e-7});
        CHECK(outcome.status == Status::Aborted);
        CHECK_FALSE(outcome.reason.empty());
        CHECK(solve(matrix, wave(16900), {kTolerance, 0, 1e-3}).status != Status::Failed);
        checkSolves(matrix);
    }

    TEST_CASE_FIXTURE(Fixture, "abort ends the solve that is running and no other one") {
        solver->abort();
        checkSolves(stencil(10));
        if (!solver->getCapabilities().abortable) {
            return;
        }
        x.assign(100, 0.0);
        const auto ending = std::make_shared<Ending>(stencil(10), *solver);
        CHECK(solve(ending, wave(100)).status == Status::Aborted);
        x.assign(100, 0.0);
        checkSolves(stencil(10));
    }

    TEST_CASE_FIXTURE(Fixture,
                      "what was made for an operator is used again while its state stays") {
        const auto matrix = stencil(15);
        CHECK_FALSE(solve(matrix, wave(225)).reused);
        x.assign(225, 0.0);
        CHECK(solve(matrix, wave(225)).reused);
        matrix->changeValues()[0] += 1;
        x.assign(225, 0.0);
        CHECK_FALSE(solve(matrix, wave(225)).reused);
        checkSolves(matrix);
        solver->forget();
        x.assign(225, 0.0);
        CHECK_FALSE(solve(matrix, wave(225)).reused);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "an operator that names no state is solved with the values that it has") {
        const auto values = stencil(4);
        const auto matrix = std::make_shared<contract::Stateless>(values);
        CHECK_FALSE(solve(matrix, wave(16)).reused);
        values->changeValues()[0] += 3;
        x.assign(16, 0.0);
        CHECK_FALSE(solve(matrix, wave(16)).reused);
        checkSolves(matrix);
    }

    TEST_CASE_FIXTURE(Fixture, "operators come and go: each is solved as if it were the first") {
        for (int round = 0; round < 20; ++round) {
            CAPTURE(round);
            const auto matrix = stencil(5 + round % 4, 0, round % 3);
            x.assign(static_cast<std::size_t>(matrix->getNumRows()), 0.0);
            checkSolves(matrix);
            for (double& value : matrix->changeValues()) {
                value *= 3;
            }
            x.assign(x.size(), 0.0);
            checkSolves(matrix);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a deterministic solver gives the same bits again") {
        if (!solver->getCapabilities().deterministic) {
            return;
        }
        const auto matrix = stencil(22);
        x.assign(484, 0.0);
        solve(matrix, wave(484));
        const std::vector<double> first = x;
        for (int i = 0; i < 3; ++i) {
            solver->forget();
            x.assign(484, 0.0);
            solve(matrix, wave(484));
            CHECK(x == first);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "several threads may ask, each gets its own solution") {
        std::vector<std::vector<double>> solutions(4);
        {
            std::vector<std::jthread> threads;
            for (std::size_t t = 0; t < solutions.size(); ++t) {
                threads.emplace_back([&, t] {
                    const auto matrix = stencil(10, 0, static_cast<double>(t));
                    std::vector<double> b = product(*matrix, wave(100));
                    solutions[t].assign(100, 0.0);
                    solver->solve(matrix, {b.data(), {100}}, {solutions[t].data(), {100}}, 100,
                                  {kTolerance, 0, 0});
                });
            }
        }
        for (const std::vector<double>& solution : solutions) {
            for (int i = 0; i < 100; ++i) {
                CHECK(solution[static_cast<std::size_t>(i)] ==
                      doctest::Approx(wave(100)[static_cast<std::size_t>(i)]).epsilon(1e-5));
            }
        }
    }

    TEST_CASE_FIXTURE(Fixture, "with any choice of its parameters it solves what it is meant for") {
        std::vector<std::vector<std::pair<std::string, std::string>>> settings{{}};
        for (const auto& parameter : harness.description().parameters) {
            std::vector<std::vector<std::pair<std::string, std::string>>> more;
            for (const auto& setting : settings) {
                for (const std::string& choice : parameter.choices) {
                    more.push_back(setting);
                    more.back().emplace_back(parameter.key, choice);
                }
            }
            settings = more.empty() ? settings : more;
        }
        const auto port =
            harness.port<gov::cca::ports::ParameterPort>("gov.cca.ports.ParameterPort");
        for (const auto& setting : settings) {
            const auto values = port->readConfigurationMap();
            for (const auto& [key, choice] : setting) {
                values->putString(key, choice);
            }
            port->writeConfigurationMap(values);
            CAPTURE(solver->getMethod());
            x.assign(225, 0.0);
            checkSolves(stencil(15, 0, 0.1));
            if (!solver->getCapabilities().needsSymmetric) {
                x.assign(225, 0.0);
                checkSolves(stencil(15, 0.3, 0.1));
            }
        }
    }

    TEST_CASE_FIXTURE(Fixture, "the method is described in words") {
        CHECK_FALSE(solver->getMethod().empty());
    }

    TEST_CASE_FIXTURE(Fixture, "every solve is timed while a performance component is connected") {
        const auto query = harness.measure();
        REQUIRE(query);

        solve(stencil(4), wave(16));
        solve(stencil(4), wave(16));

        CHECK(contract::callsOf(*query, "subject::solve") == 2);
    }
}
