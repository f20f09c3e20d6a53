#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

#include "FamilyRuns.hpp"
#include "Figures.hpp"

namespace gantry::bench {
namespace {

/// A tuning store that is removed again.
class StoreForNow final {
public:
    explicit StoreForNow(const std::string& name)
        : path_(std::filesystem::temp_directory_path() /
                ("gantry-bench-" + name + "-" + std::to_string(getpid()) + ".tuning")) {
        std::filesystem::remove(path_);
    }
    ~StoreForNow() { std::filesystem::remove(path_); }
    StoreForNow(const StoreForNow&) = delete;
    StoreForNow& operator=(const StoreForNow&) = delete;

    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

template <class Visit>
void forHalf(Half half, std::size_t most, const Visit& visit) {
    std::size_t seen = 0;
    for (const Family& family : families()) {
        if (family.half == half && ++seen <= most) {
            visit(family);
        }
    }
}

std::vector<Half> halves() {
    return {Half::Tuned, Half::Kept};
}

std::size_t familiesFor(const Effort& effort) {
    return (effort.of(families().size(), 2) + 1) / 2;
}

void addWrong(std::vector<Figure>& figures, const std::string& name, std::size_t wrong) {
    figures.push_back({name + ": wrong solutions delivered", static_cast<double>(wrong), "", 0});
}

// Systems of the same family, of other sizes, in a run before.
double ratioWithStore(const Family& family, int rows, const Effort& effort, std::size_t& wrong) {
    const StoreForNow store(family.name);
    {
        Solves before(store.path());
        for (const double size : {0.7, 1.3}) {
            System other = family.make(static_cast<int>(size * rows));
            tunedRun(before, other, effort.of(kManySolves, kFewSolves));
        }
    }
    System system = family.make(rows);
    Solves solves(store.path());
    AloneSolvers alone(solves.candidates());
    const AloneTimes times = alone.solve(system, 3);
    const FamilyRun run = tunedRun(solves, system, kFewSolves);
    wrong += solves.wrong();
    if (!run.solved || times.empty()) {
        return 0;
    }
    return run.tuned / leastOf(meanOf(times, alone.solve(system, 3)), kFewSolves);
}

// One mesh after the other, each a little finer than the one before, and solved once.
double ratioOfMeshes(const Family& family, const Effort& effort, std::size_t& wrong) {
    constexpr int kCoarsest = 300;
    constexpr double kFiner = 1.1;
    const std::size_t meshes = effort.of(30, 3);
    Solves solves;
    AloneSolvers alone(solves.candidates());
    solves.tuner().setMode(tuning::Mode::Tune, "");
    double tuned = 0;
    double least = 0;
    for (std::size_t mesh = 0; mesh < meshes; ++mesh) {
        System system =
            family.make(static_cast<int>(kCoarsest * std::pow(kFiner, static_cast<double>(mesh))));
        const AloneTimes times = alone.solveOnce(system);
        if (!times.empty() && solves.solve(system)) {
            tuned += solves.last();
            least += leastOf(meanOf(times, alone.solveOnce(system)), 1);
        }
    }
    wrong += solves.wrong();
    return least > 0 ? tuned / least : 0;
}

}  // namespace

std::vector<Figure> familiesWithStore(const Effort& effort) {
    std::vector<Figure> figures;
    for (const Half half : halves()) {
        std::vector<double> ratios;
        std::size_t wrong = 0;
        forHalf(half, familiesFor(effort), [&](const Family& family) {
            const double ratio = ratioWithStore(family, 1000, effort, wrong);
            if (ratio > 0) {
                ratios.push_back(ratio);
            }
        });
        const std::string name =
            std::string(nameOf(half)) + ", with a store of systems of the family of other sizes";
        addDistribution(figures, name + ", 20 solves", ratios, 1.1, Figure::kNoGoal);
        addWrong(figures, name, wrong);
    }
    return figures;
}

std::vector<Figure> interleavedFamilies(const Effort& effort) {
    constexpr std::size_t kSystems = 10;
    constexpr int kRows = 1000;
    std::vector<Figure> figures;
    for (const Half half : halves()) {
        Solves solves;
        AloneSolvers alone(solves.candidates());
        solves.tuner().setMode(tuning::Mode::Tune, "");
        std::vector<System> systems;
        std::vector<AloneTimes> before;
        forHalf(half, effort.of(kSystems, 2), [&](const Family& family) {
            System system = family.make(kRows);
            const AloneTimes times = alone.solveOnce(system);
            if (!times.empty()) {
                systems.push_back(std::move(system));
                before.push_back(times);
            }
        });
        const std::size_t rounds = effort.of(50, 5);
        double tuned = 0;
        std::size_t failures = 0;
        for (std::size_t round = 0; round < rounds; ++round) {
            for (System& system : systems) {
                failures += solves.solve(system) ? 0U : 1U;
                tuned += solves.last();
            }
        }
        double least = 0;
        for (std::size_t i = 0; i < systems.size(); ++i) {
            // In turn, a solver alone analyses each system anew as well: it keeps one set-up.
            least += leastOf(meanOf(before[i], alone.solveOnce(systems[i])), 1) *
                     static_cast<double>(rounds);
        }
        const std::string name =
            std::string(nameOf(half)) + ", " + std::to_string(systems.size()) + " systems in turn";
        figures.push_back(
            {name + ", " + std::to_string(rounds) + " solves of each", tuned / least, "x", 1.15});
        figures.push_back(
            {name + ": requests without a solution", static_cast<double>(failures), "", 0});
        addWrong(figures, name, solves.wrong());
    }
    return figures;
}

std::vector<Figure> meshesSolvedOnce(const Effort& effort) {
    std::vector<Figure> figures;
    for (const Half half : halves()) {
        std::vector<double> ratios;
        std::size_t wrong = 0;
        forHalf(half, familiesFor(effort), [&](const Family& family) {
            const double ratio = ratioOfMeshes(family, effort, wrong);
            if (ratio > 0) {
                ratios.push_back(ratio);
            }
        });
        const std::string name = std::string(nameOf(half)) + ", meshes each solved once";
        addDistribution(figures, name, ratios, 1.2, Figure::kNoGoal);
        addWrong(figures, name, wrong);
    }
    return figures;
}

}  // namespace gantry::bench
