#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

#include "Assembly.hpp"
#include "Figures.hpp"
#include "TunedSolves.hpp"

namespace gantry::bench {
namespace {

/// A chain of conductors: the cheapest system of that many rows to solve.
System chain(int rows) {
    Assembly assembly(rows);
    for (int row = 0; row + 1 < rows; ++row) {
        assembly.link(row, row + 1, 1);
    }
    return assembly.shifted(0.1).system();
}

/// One system whose values change before each solve, or do not.
struct Solving {
    std::shared_ptr<linear::LinearSolver> solver;
    System system;
    bool changes = true;

    void solve(std::size_t number) {
        std::vector<double> x(system.right.size());
        const auto n = static_cast<std::int32_t>(x.size());
        linear::Limits limits;
        limits.tolerance = kTolerance;
        for (std::size_t i = 0; i < number; ++i) {
            if (changes) {
                system.matrix->changeValues().front() *= i % 2 == 0 ? 1 - 1e-12 : 1 + 1e-12;
            }
            const linear::Outcome outcome = solver->solve(system.matrix, {system.right.data(), {n}},
                                                          {x.data(), {n}}, n, limits);
            if (outcome.status != linear::Status::Converged) {
                throw std::runtime_error("a chain was not solved: " + outcome.reason);
            }
        }
    }
};

/// KLU as a program has it that connects to it, and behind a tuner that has chosen it.
struct Sides {
    framework::Framework plain = shippedComponents();
    framework::Framework tuned = shippedComponents();
    std::unique_ptr<TunedPort> port;
    std::shared_ptr<linear::LinearSolver> alone;

    Sides() {
        alone = castPort<linear::LinearSolver>(
            plain.providedPort(plain.createInstance("solvers.Klu"), "solver"), "solver");
        measureNatively(tuned);
        tuned.createInstance("solvers.Klu", "initial");
        port = std::make_unique<TunedPort>(tuned, "linear.LinearSolver", "initial", "solver",
                                           "solvers.Umfpack");
    }
};

}  // namespace

std::vector<Case> tunedRequests() {
    std::vector<Case> cases;
    for (const bool changes : {true, false}) {
        for (const int rows : {10, 1000}) {
            // Each system has solvers of its own: they keep the set-up of one.
            const auto sides = std::make_shared<Sides>();
            const std::string what = std::string(changes ? "new values" : "values as before") +
                                     ", " + std::to_string(rows) + " rows";
            const auto add = [&](const std::string& name, const std::string& yardstick,
                                 const std::shared_ptr<linear::LinearSolver>& solver) {
                const auto solving =
                    std::make_shared<Solving>(Solving{solver, chain(rows), changes});
                cases.push_back(
                    {name, yardstick, [sides, solving](std::size_t n) { solving->solve(n); }});
            };
            add("KLU alone, " + what, "", sides->alone);
            add("KLU behind a tuner, " + what, cases.back().name,
                sides->port->gate<linear::LinearSolver>());
        }
    }
    return cases;
}

}  // namespace gantry::bench
