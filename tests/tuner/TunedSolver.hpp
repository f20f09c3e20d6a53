#pragma once

#include <contract/SparseSystems.hpp>
#include <linear/LinearSolver.hpp>
#include <tuning/DecisionLog.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "TunerFramework.hpp"

namespace tuner_test {

/// A user whose solver is tuned: the initial one is Eigen's LU, which does no harm.
struct TunedSolver : TunerFramework {
    std::shared_ptr<gantry::CsrOperator> matrix = contract::stencil(6, 0.3, 1);
    std::vector<double> b = std::vector<double>(36, 1.0);
    std::vector<double> x = std::vector<double>(36, 0.0);
    linear::Limits limits{1e-8, 0, 0};

    /// In this process if `trusted` names its class, else as by default.
    explicit TunedSolver(const std::string& candidates, const std::string& trusted = "")
        : TunerFramework({GANTRY_FIXTURE_DIRECTORY "/misbehaving_solver",
                          GANTRY_FIXTURE_DIRECTORY "/solver_user"}) {
        framework.createInstance("solvers.EigenDirect", "initial");
        framework.createInstance("fixtures.SolverUser", "user");
        framework.createInstance("optimizer.DecisionLog", "decisionLog");
        framework.createInstance("optimizer.Tuner", "tuner");
        framework.connect({"user", "solver", "initial", "solver"});
        framework.connect({"tuner", "decisionLog", "decisionLog", "decisionLog"});
        framework.connectDefaults();
        set("user", "user");
        set("userPort", "solver");
        set("candidates", candidates);
        if (!trusted.empty()) {
            set("trusted", trusted);
        }
        tuner()->arrange();
    }

    linear::Outcome solve() {
        const auto n = static_cast<std::int32_t>(b.size());
        x.assign(b.size(), 0.0);
        return port<linear::LinearSolver>("solverGate", "solver")
            ->solve(matrix, {b.data(), {n}}, {x.data(), {n}}, n, limits);
    }
    /// Of what the user has, not of what a solver says.
    [[nodiscard]] double residual() const {
        const std::vector<double> image = contract::product(*matrix, x);
        double sum = 0;
        double right = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            sum += (b[i] - image[i]) * (b[i] - image[i]);
            right += b[i] * b[i];
        }
        return std::sqrt(sum / right);
    }
    /// All entries of the decision log that are not a success.
    std::string complaints() {
        const auto log = port<tuning::DecisionLog>("decisionLog", "decisionLog");
        log->flush();
        std::string all;
        for (int i = 0; i < log->getNumEntries(); ++i) {
            const tuning::Entry entry = log->getEntry(i);
            if (entry.status != tuning::Status::Completed) {
                all += entry.candidate + ": " + entry.text + "\n";
            }
        }
        return all;
    }
};

}  // namespace tuner_test
