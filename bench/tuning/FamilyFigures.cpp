#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "Families.hpp"
#include "Figures.hpp"

namespace gantry::bench {
namespace {

// Some that fit into every cache and some that do not.
constexpr int kRows[] = {60, 1000, 6000};
constexpr std::size_t kSolves = 100;
constexpr std::size_t kFewSolves = 20;

/// Totals of one half over those of the best candidate of each system.
struct Ratios {
    std::vector<double> few;
    std::vector<double> many;
    std::size_t systems = 0;
    std::size_t wrong = 0;
    std::size_t unsolved = 0;
    std::string worst;
};

// Everything is new to the tuner, as if it were the first system of a program.
void measure(const Family& family, int rows, std::size_t solvesOfEach, Ratios& ratios) {
    System system = family.make(rows);
    Solves solves;
    ++ratios.systems;
    const Alone before = solveAlone(solves, system, 3);
    if (before.fixed.empty() || before.oracle() <= 0) {
        ++ratios.unsolved;
        return;
    }
    solves.tuner().setMode(tuning::Mode::Tune, "");
    double total = 0;
    double few = 0;
    std::size_t failures = 0;
    for (std::size_t call = 1; call <= solvesOfEach; ++call) {
        failures += solves.solve(system) ? 0U : 1U;
        total += solves.last();
        few = call <= kFewSolves ? total : few;
    }
    const double oracle = meanOf(before, solveAlone(solves, system, 3)).oracle();
    ratios.wrong += solves.wrong();
    ratios.unsolved += failures > 0 ? 1U : 0U;
    if (failures > 0) {
        return;
    }
    const auto count = static_cast<double>(solvesOfEach);
    const double ratio = total / (count * oracle);
    if (ratios.many.empty() || ratio > *std::max_element(ratios.many.begin(), ratios.many.end())) {
        ratios.worst = std::string(family.name) + " " + std::to_string(rows);
    }
    ratios.many.push_back(ratio);
    ratios.few.push_back(few / (std::min(count, static_cast<double>(kFewSolves)) * oracle));
}

void addRows(std::vector<Figure>& figures, const std::string& name, std::vector<double> ratios,
             double goal) {
    if (ratios.empty()) {
        return;
    }
    double logarithms = 0;
    for (const double ratio : ratios) {
        logarithms += std::log(ratio);
    }
    std::sort(ratios.begin(), ratios.end());
    figures.push_back({name + ": geometric mean",
                       std::exp(logarithms / static_cast<double>(ratios.size())), "x", goal});
    figures.push_back({name + ": median", ratios[ratios.size() / 2], "x"});
    figures.push_back({name + ": worst", ratios.back(), "x", 2});
}

}  // namespace

std::vector<Figure> familiesOfSystems(const Effort& effort) {
    const std::size_t most = effort.of(families().size(), 2);
    const std::size_t sizes = effort.of(std::size(kRows), 1);
    std::vector<Figure> figures;
    for (const Half half : {Half::Tuned, Half::Kept}) {
        Ratios ratios;
        std::size_t seen = 0;
        for (const Family& family : families()) {
            if (halfOf(family.name) != family.half) {
                throw std::runtime_error(std::string("the family ") + family.name +
                                         " is not in the half that its name says");
            }
            if (family.half != half || ++seen > (most + 1) / 2) {
                continue;
            }
            for (std::size_t size = 0; size < sizes; ++size) {
                measure(family, kRows[size], effort.of(kSolves, kFewSolves), ratios);
            }
        }
        const std::string name =
            std::string(half == Half::Kept ? "families kept aside" : "families to tune on") + ", " +
            std::to_string(ratios.systems) + " systems";
        addRows(figures, name + ", tuned / best alone, " + std::to_string(kFewSolves) + " solves",
                ratios.few, 1.5);
        addRows(figures, name + ", tuned / best alone, all solves", ratios.many, 1.15);
        figures.push_back({name + ", of which solved; the worst one is " + ratios.worst,
                           static_cast<double>(ratios.many.size()), "systems"});
        figures.push_back(
            {name + ": wrong solutions delivered", static_cast<double>(ratios.wrong), "", 0});
        figures.push_back(
            {name + ": systems without a solution", static_cast<double>(ratios.unsolved), ""});
    }
    return figures;
}

}  // namespace gantry::bench
