#include <gantry/CsrOperator.hpp>
#include <linear/LinearSolver.hpp>
#include <linear/OperatorSource.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "Figures.hpp"
#include "Strategies.hpp"
#include "TunedPort.hpp"

namespace gantry::bench {
namespace {

constexpr double kTolerance = 1e-8;
// The portfolio of docs/guide/solvers.md.
constexpr const char* kCandidates =
    "solvers.EigenIterative method=cg preconditioner=diagonal; "
    "solvers.EigenIterative method=cg preconditioner=ichol; "
    "solvers.EigenIterative method=bicgstab preconditioner=ilut; "
    "solvers.EigenDirect method=ldlt; solvers.Cholmod?; solvers.Klu?";

struct Recipe {
    const char* family;
    std::int32_t size;
    double strength;
};
constexpr std::array<Recipe, 21> kRecipes{
    {{"poisson2d", 24, 1},        {"poisson2d", 48, 1},       {"poisson2d", 80, 1},
     {"poisson3d", 8, 1},         {"poisson3d", 12, 1},       {"poisson3d", 16, 1},
     {"anisotropic2d", 48, 1e-3}, {"anisotropic2d", 48, 100}, {"jump2d", 48, 1e4},
     {"jump2d", 32, 1e6},         {"heat2d", 64, 0.1},        {"heat2d", 48, 10},
     {"heat2d", 48, 1000},        {"convection2d", 48, 0.1},  {"convection2d", 48, 10},
     {"convection2d", 32, 1000},  {"helmholtz2d", 32, 0.1},   {"helmholtz2d", 48, 0.3},
     {"random_spd", 1000, 0.1},   {"random_spd", 2000, 1},    {"random_spd", 1000, 0.001}}};

struct System {
    std::shared_ptr<gantry::CsrOperator> matrix;
    std::vector<double> right;
};

System generate(framework::Framework& framework, const Recipe& recipe) {
    const auto sheet = TunedPort::sheetOf(framework, "matrices");
    const auto values = sheet->readConfigurationMap()->cloneEmpty();
    values->putString("family", recipe.family);
    values->putInt("size", recipe.size);
    values->putDouble("strength", recipe.strength);
    sheet->writeConfigurationMap(values);
    const auto source =
        castPort<linear::OperatorSource>(framework.providedPort("matrices", "system"), "system");
    const auto matrix = source->getOperator();
    return {std::make_shared<gantry::CsrOperator>(
                matrix->getNumColumns(), matrix->getRowStarts().toVector(),
                matrix->getColumns().toVector(), matrix->getValues().toVector()),
            source->getRightSide().toVector()};
}

double residualOf(gantry::CsrOperator& matrix, const std::vector<double>& b,
                  const std::vector<double>& x) {
    const auto starts = matrix.getRowStarts();
    const auto columns = matrix.getColumns();
    const auto values = matrix.getValues();
    double residual = 0;
    double right = 0;
    for (int row = 0; row < matrix.getNumRows(); ++row) {
        double sum = b[static_cast<std::size_t>(row)];
        right += sum * sum;
        for (int at = starts[row]; at < starts[row + 1]; ++at) {
            sum -= values[at] * x[static_cast<std::size_t>(columns[at])];
        }
        residual += sum * sum;
    }
    return std::sqrt(residual / right);
}

class Solves final {
public:
    Solves() : framework_(shippedComponents()) {
        measureNatively(framework_);
        framework_.createInstance("matrices.Generated", "matrices");
        framework_.createInstance("solvers.Umfpack", "initial");
        port_.emplace(framework_, "gates.LinearGate", "initial", "solver", kCandidates);
        solver_ =
            castPort<linear::LinearSolver>(framework_.providedPort("user", "solver"), "solver");
    }

    framework::Framework& framework() { return framework_; }
    tuning::Tuner& tuner() { return port_->tuner(); }
    [[nodiscard]] std::size_t wrong() const { return wrong_; }

    /// Seconds of one solve of the system as if its matrix had changed; nothing where it failed.
    std::optional<double> solve(System& system) {
        constexpr double kRounding = 1.01;
        system.matrix->changeValues();
        std::vector<double> x(system.right.size(), 0);
        const auto n = static_cast<std::int32_t>(x.size());
        linear::Limits limits;
        limits.tolerance = kTolerance;
        const auto begin = std::chrono::steady_clock::now();
        const linear::Outcome outcome =
            solver_->solve(system.matrix, {system.right.data(), {n}}, {x.data(), {n}}, n, limits);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        last_ = taken.count();
        if (outcome.status != linear::Status::Converged) {
            return std::nullopt;
        }
        wrong_ += residualOf(*system.matrix, system.right, x) > kRounding * kTolerance ? 1U : 0U;
        return taken.count();
    }
    /// Of the last solve, failed or not.
    [[nodiscard]] double last() const { return last_; }

private:
    framework::Framework framework_;
    std::optional<TunedPort> port_;
    std::shared_ptr<linear::LinearSolver> solver_;
    std::size_t wrong_ = 0;
    double last_ = 0;
};

/// One system with each candidate alone.
struct Alone {
    /// By candidate: the median, or where it fails what that takes and the initial one after it.
    std::map<std::string, double> fixed;

    [[nodiscard]] double oracle() const {
        const auto least = std::min_element(fixed.begin(), fixed.end(), [](auto& one, auto& other) {
            return one.second < other.second;
        });
        return least->second;
    }
};

// Of both, so that a machine that changes its pace is seen at both.
Alone meanOf(const Alone& before, const Alone& after) {
    Alone mean;
    for (const auto& [candidate, seconds] : before.fixed) {
        mean.fixed[candidate] = (seconds + after.fixed.at(candidate)) / 2;
    }
    return mean;
}

Alone solveAlone(Solves& solves, System& system, std::size_t repetitions) {
    Alone alone;
    std::map<std::string, double> failed;
    double initial = 0;
    for (const tuning::Candidate& candidate : solves.tuner().getCandidates()) {
        solves.tuner().setMode(tuning::Mode::Pin, candidate.name);
        std::vector<double> seconds;
        while (seconds.size() < repetitions) {
            const auto taken = solves.solve(system);
            if (!taken) {
                break;
            }
            seconds.push_back(*taken);
        }
        if (seconds.size() < repetitions) {
            failed[candidate.name] = solves.last();
            continue;
        }
        std::nth_element(seconds.begin(), seconds.begin() + static_cast<int>(repetitions / 2),
                         seconds.end());
        const double median = seconds[repetitions / 2];
        initial = initial == 0 ? median : initial;
        alone.fixed[candidate.name] = median;
    }
    for (const auto& [candidate, seconds] : failed) {
        alone.fixed[candidate] = seconds + initial;
    }
    return alone;
}

}  // namespace

std::vector<Figure> realSolvers(const Effort& effort) {
    struct Horizon {
        std::size_t calls;
        double goal;
        double seconds = 0;
    };
    std::vector<Horizon> horizons{{20, 2.0}, {100, 1.3}, {400, 1.15}};
    const std::size_t most = effort.of(400, 20);
    const std::size_t systems = effort.of(kRecipes.size(), 3);
    Solves solves;
    double oracle = 0;
    std::map<std::string, double> fixed;
    std::size_t failures = 0;
    for (std::size_t i = 0; i < systems; ++i) {
        System system = generate(solves.framework(), kRecipes[i]);
        const Alone before = solveAlone(solves, system, effort.of(5, 1));
        solves.tuner().setMode(tuning::Mode::Tune, "");
        double total = 0;
        for (std::size_t call = 1; call <= most; ++call) {
            failures += solves.solve(system) ? 0U : 1U;
            total += solves.last();
            for (Horizon& horizon : horizons) {
                horizon.seconds += call == horizon.calls ? total : 0;
            }
        }
        const Alone alone = meanOf(before, solveAlone(solves, system, effort.of(5, 1)));
        oracle += alone.oracle();
        for (const auto& [candidate, seconds] : alone.fixed) {
            fixed[candidate] += seconds;
        }
    }
    const auto best = std::min_element(
        fixed.begin(), fixed.end(),
        [](const auto& one, const auto& other) { return one.second < other.second; });
    const std::string name = "real solvers, " + std::to_string(systems) + " systems";
    std::vector<Figure> figures;
    for (const Horizon& horizon : horizons) {
        if (horizon.calls <= most) {
            const std::string row = name + ", " + std::to_string(horizon.calls) + " solves of each";
            const auto calls = static_cast<double>(horizon.calls);
            figures.push_back(
                {row + ": total / oracle", horizon.seconds / (calls * oracle), "x", horizon.goal});
            figures.push_back({row + ": total / best fixed (" + best->first + ")",
                               horizon.seconds / (calls * best->second), "x", 1});
        }
    }
    figures.push_back({name + ": candidates", static_cast<double>(fixed.size()), ""});
    figures.push_back({name + ": best fixed / oracle", best->second / oracle, "x"});
    figures.push_back(
        {name + ": wrong solutions delivered", static_cast<double>(solves.wrong()), "", 0});
    figures.push_back(
        {name + ": requests without a solution", static_cast<double>(failures), "", 0});
    return figures;
}

}  // namespace gantry::bench
