#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

#include "HeatOperator.hpp"
#include "self_tuning/Application.hpp"
#include "self_tuning/LinearWorkload.hpp"

namespace self_tuning {
namespace {

constexpr std::array kUses{kSolverPort, kTunerPort,
                           gantry::PortDescription{"upcalls", "parallel.Upcalls", false}};
constexpr auto kParameters = parametersWith(
    std::array{gantry::ParameterDescription{kParametersPort, "cells", "int", "64",
                                            "The unit square has so many cells along each side",
                                            "4", "2000"},
               gantry::ParameterDescription{kParametersPort, "steps", "int", "60",
                                            "Time steps in each phase", "1", "1000000"}},
    "Run it with each candidate alone as well");

struct Phase {
    const char* name = "";
    Coefficients coefficients;
};
// Time steps in units of the square of a cell's side, over the diffusion.
constexpr std::array<Phase, 6> kPhases{{{"small steps", {0.2, 1, 1, 1, 0}},
                                        {"large steps", {3000, 1, 1, 1, 0}},
                                        {"layered material", {3000, 1, 1, 1e5, 0}},
                                        {"conducts along x only", {1000, 1, 1e-4, 1, 0}},
                                        {"strong flow", {200, 1, 1, 1, 2e3}},
                                        {"small steps again", {0.2, 1, 1, 1, 0}}}};

/// Implicit Euler steps, one request each; what is diffused pulses, so that no two matrices are the
/// same. Each rank of a parallel run has a material of its own.
class HeatEquation final : public LinearWorkload {
public:
    HeatEquation(int cells, std::size_t stepsPerPhase, double tolerance, int rank,
                 linear::LinearSolver& solver)
        : LinearWorkload(solver, tolerance),
          operator_(cells),
          stepsPerPhase_(stepsPerPhase),
          material_(1 + 0.05 * rank) {
        restart();
    }

    [[nodiscard]] std::size_t numCalls() const override { return kPhases.size() * stepsPerPhase_; }
    [[nodiscard]] std::string phaseOf(std::size_t call) const override { return phase(call).name; }
    void restart() override {
        const auto n = static_cast<std::size_t>(operator_.cells()) *
                       static_cast<std::size_t>(operator_.cells());
        temperature_.assign(n, 0);
        right_.assign(n, 0);
    }
    void prepare(std::size_t call) override {
        constexpr double kPulse = 0.1;
        constexpr double kPeriod = 17;
        const double pulse =
            material_ * (1 + kPulse * std::sin(2 * M_PI * static_cast<double>(call) / kPeriod));
        Coefficients now = phase(call).coefficients;
        const double side = 1.0 / operator_.cells();
        now.timeStep *= side * side;
        now.kx *= pulse;
        now.ky *= pulse;
        operator_.set(now);
        // A source in one corner.
        right_ = temperature_;
        const auto cells = static_cast<std::size_t>(operator_.cells());
        const std::size_t corner = std::max<std::size_t>(1, cells / 4);
        for (std::size_t j = 0; j < corner; ++j) {
            for (std::size_t i = 0; i < corner; ++i) {
                right_[j * cells + i] += now.timeStep;
            }
        }
    }
    bool call() override {
        std::vector<double> next = temperature_;
        if (!solve(operator_.matrix(), right_, next)) {
            return false;
        }
        temperature_ = std::move(next);
        return true;
    }
    /// Of the temperature; the same for every right sequence of solves.
    [[nodiscard]] double mean() const {
        double sum = 0;
        for (const double each : temperature_) {
            sum += each;
        }
        return sum / static_cast<double>(temperature_.size());
    }

private:
    [[nodiscard]] const Phase& phase(std::size_t call) const {
        return kPhases[call / stepsPerPhase_];
    }

    HeatOperator operator_;
    std::size_t stepsPerPhase_;
    double material_;
    std::vector<double> temperature_;
    std::vector<double> right_;
};

}  // namespace

class SelfTuningPde final : public Application<SelfTuningPde> {
public:
    static constexpr auto kDescription = gantry::describe(
        {"examples.SelfTuningPde", "1.0",
         "Implicit steps of a heat and convection equation whose character changes on the way"},
        kProvides, kUses, kParameters);

    std::int32_t run(linear::LinearSolver& solver, tuning::Tuner& tuner) override {
        std::optional<gantry::UsedPort<parallel::Upcalls>> ranks;
        if (services()->getPortNonblocking("upcalls")) {
            services()->releasePort("upcalls");
            ranks.emplace(services(), "upcalls");
        }
        const int rank = ranks ? (*ranks)->getRank() : 0;
        HeatEquation equation(parameters().getInt("cells"),
                              static_cast<std::size_t>(parameters().getInt("steps")),
                              parameters().getDouble("tolerance"), rank, solver);
        const Comparison comparison = compareTuned(equation, tuner, ranks ? ranks->get() : nullptr);
        const bool alike = !ranks || choseAlike(comparison, **ranks);
        if (rank == 0) {
            printProblem(ranks ? (*ranks)->getSize() : 1);
            report(comparison, tuner, "Time of each solve while the equation changes");
            if (ranks && (*ranks)->getSize() > 1) {
                std::printf("choices of the ranks: %s\n", alike ? "the same" : "DIFFERENT");
                std::fflush(stdout);
            }
        }
        return comparison.tuned.failures() == 0 && alike ? 0 : 1;
    }

private:
    void printProblem(int ranks) const {
        const int cells = parameters().getInt("cells");
        std::printf("heat and convection on %d x %d cells, %d rank%s\n\n", cells, cells, ranks,
                    ranks == 1 ? "" : "s");
    }
};

}  // namespace self_tuning

GANTRY_COMPONENT(self_tuning::SelfTuningPde, self_tuning::SelfTuningPde::kDescription);
