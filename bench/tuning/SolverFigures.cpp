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
#include "TunedSolves.hpp"

namespace gantry::bench {
namespace {

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
