#include "FamilyRuns.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gantry::bench {
namespace {

constexpr std::size_t kRepetitions = 3;
// Solves of more rows take so long that a machine which changes its pace does so within them: each
// candidate alone is measured once. What no candidate alone solves is left out: refused solves of
// fewer rows take microseconds, but of these each may take a minute.
constexpr int kManyRows = 20000;

double fewOf(const FamilyRun& run) {
    return run.fewTuned / run.fewAlone;
}
double allOf(const FamilyRun& run) {
    return run.tuned / run.alone;
}

// Everything is new to the tuner, as if it were the first system of a program.
FamilyRun runOf(const Family& family, int rows, double seconds, HalfOfRuns& half) {
    System system = family.make(rows);
    Solves solves;
    AloneSolvers alone(solves.candidates());
    const AloneTimes before = alone.solve(system, kRepetitions);
    FamilyRun run;
    const double least = before.empty() ? 0 : leastOf(before, kFewSolves);
    const bool isLeftOut = rows > kManyRows && before.empty();
    if (least <= seconds && !isLeftOut) {
        const double each = least / kFewSolves;
        const auto fitting = static_cast<std::size_t>(each > 0 ? seconds / each : kManySolves);
        run = tunedRun(solves, system, std::clamp(fitting, kFewSolves, kManySolves));
        const AloneTimes times =
            rows > kManyRows ? before : meanOf(before, alone.solve(system, kRepetitions));
        run.alone = leastOf(times, run.solves);
        run.fewAlone = leastOf(times, kFewSolves);
        run.solved = run.solved && !times.empty();
        const auto initial = times.find(solves.candidates().front());
        run.initial = initial == times.end() ? 0 : initial->second.of(run.solves);
    }
    run.family = &family;
    run.rows = static_cast<int>(system.right.size());
    half.wrong += solves.wrong();
    half.forecast = solves.tuner().forecast(kManySolves);
    return run;
}

}  // namespace

const char* nameOf(Half half) {
    return half == Half::Kept ? "families kept aside" : "families to tune on";
}

FamilyRun tunedRun(Solves& solves, System& system, std::size_t count) {
    solves.tuner().setMode(tuning::Mode::Tune, "");
    FamilyRun run;
    run.solved = true;
    for (; run.solves < count; ++run.solves) {
        run.solved = solves.solve(system).has_value() && run.solved;
        run.tuned += solves.last();
        run.fewTuned = run.solves < kFewSolves ? run.tuned : run.fewTuned;
    }
    return run;
}

HalfOfRuns runFamilies(Half half, const std::vector<int>& rows, double seconds, std::size_t most) {
    HalfOfRuns runs{half};
    std::size_t seen = 0;
    for (const Family& family : families()) {
        if (halfOf(family.name) != family.half) {
            throw std::runtime_error(std::string("the family ") + family.name +
                                     " is not in the half that its name says");
        }
        if (family.half == half && ++seen <= most) {
            for (const int size : rows) {
                runs.runs.push_back(runOf(family, size, seconds, runs));
            }
        }
    }
    return runs;
}

void addDistribution(std::vector<Figure>& figures, const std::string& name,
                     std::vector<double> ratios, double goal, double worst) {
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
    figures.push_back({name + ": worst", ratios.back(), "x", worst});
}

namespace {

// What was expected of systems like these, and what came.
void addForecast(std::vector<Figure>& figures, const std::string& name, const HalfOfRuns& half) {
    std::vector<double> ratios;
    std::size_t paying = 0;
    for (const FamilyRun& run : half.runs) {
        if (run.solved && run.solves == kManySolves && run.initial > 0) {
            ratios.push_back(run.tuned / run.initial);
            paying += run.tuned < run.initial ? 1U : 0U;
        }
    }
    if (ratios.empty()) {
        return;
    }
    std::sort(ratios.begin(), ratios.end());
    const auto share = [&](double of) {
        return ratios[static_cast<std::size_t>(of * static_cast<double>(ratios.size() - 1))];
    };
    constexpr double kPercent = 100;
    const std::string all = name + ", 100 solves: ";
    figures.push_back({all + "expected to pay", kPercent * half.forecast.paying, "%"});
    figures.push_back({all + "paid",
                       kPercent * static_cast<double>(paying) / static_cast<double>(ratios.size()),
                       "%"});
    figures.push_back({all + "tuned / initial, expected median", half.forecast.ratioMiddle, "x"});
    figures.push_back({all + "tuned / initial, lower quartile", share(0.25), "x"});
    figures.push_back({all + "tuned / initial, median", share(0.5), "x"});
    figures.push_back({all + "tuned / initial, upper quartile", share(0.75), "x"});
}

}  // namespace

void addRatios(std::vector<Figure>& figures, const std::string& what, const HalfOfRuns& half) {
    std::vector<double> few;
    std::vector<double> all;
    std::size_t unsolved = 0;
    double behind = 0;
    const FamilyRun* worst = nullptr;
    for (const FamilyRun& run : half.runs) {
        if (!run.solved) {
            unsolved += run.solves > 0 ? 1U : 0U;
            continue;
        }
        const std::string system = std::string(nameOf(half.half)) + ": " + run.family->name + " " +
                                   std::to_string(run.rows);
        const auto detail = [&](const std::string& name, double value, const char* unit) {
            Figure figure{system + ": " + name, value, unit};
            figure.detail = true;
            figures.push_back(figure);
        };
        const auto solves = static_cast<double>(run.solves);
        detail("seconds of a solve by the best alone", run.alone / solves, "s");
        detail("tuned / best alone, 20 solves", fewOf(run), "x");
        few.push_back(fewOf(run));
        constexpr double kTolerated = 1.05;
        behind = run.initial > 0 ? std::max(behind, run.tuned - kTolerated * run.initial) : behind;
        if (run.solves == kManySolves) {
            detail("tuned / best alone, 100 solves", allOf(run), "x");
            all.push_back(allOf(run));
        }
        if (run.solves == kManySolves && (worst == nullptr || allOf(run) > allOf(*worst))) {
            worst = &run;
        }
    }
    const std::string name = std::string(nameOf(half.half)) + ", " + what;
    addForecast(figures, name, half);
    addDistribution(figures, name + ", 20 solves", few, 1.5, 2);
    addDistribution(figures, name + ", 100 solves", all, 1.15, 2);
    const std::string worstName = worst == nullptr ? ""
                                                   : "; the worst at 100 solves is " +
                                                         std::string(worst->family->name) + " " +
                                                         std::to_string(worst->rows);
    figures.push_back(
        {name + ": measured" + worstName, static_cast<double>(few.size()), "systems"});
    figures.push_back(
        {name + ": the most beyond the initial candidate alone and 5 %", behind, "s", 1});
    figures.push_back(
        {name + ": wrong solutions delivered", static_cast<double>(half.wrong), "", 0});
    figures.push_back({name + ": systems without a solution", static_cast<double>(unsolved), ""});
}

}  // namespace gantry::bench
