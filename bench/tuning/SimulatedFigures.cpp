#include <DecisionLogFile.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "Figures.hpp"
#include "Strategies.hpp"
#include "World.hpp"

namespace gantry::bench {
namespace {

constexpr std::uint64_t kSeed = 20251122;
constexpr const char* kDefault = "strategies.ThompsonCapped";
constexpr int kManyRequests = 10000;

/// Over all worlds of a kind.
struct Ratios {
    double strategy = 0;
    double bestFixed = 0;
    /// Of each world, in ascending order.
    std::vector<double> againstInitial{};
};

Ratios ratios(const std::string& className, const WorldKind& kind, int requests,
              const Effort& effort) {
    framework::Framework framework = shippedComponents();
    const auto strategy = makeStrategy(framework, className);
    const std::size_t worlds = effort.of(requests < kManyRequests ? 100 : 25, 2);
    Ratios sums;
    for (std::size_t world = 0; world < worlds; ++world) {
        const Totals totals = World(kind, kSeed + 1000 * world).play(*strategy, requests);
        sums.strategy += totals.strategy / totals.oracle / static_cast<double>(worlds);
        sums.bestFixed += totals.bestFixed / totals.oracle / static_cast<double>(worlds);
        sums.againstInitial.push_back(totals.strategy / totals.initial);
    }
    std::sort(sums.againstInitial.begin(), sums.againstInitial.end());
    return sums;
}

Figure seed() {
    return {"simulated: seed of the worlds", static_cast<double>(kSeed), ""};
}

// One row for the default strategy, which has the goal, and those it is compared with.
void addRows(std::vector<Figure>& figures, const std::string& world, const WorldKind& kind,
             int requests, double goal, const Effort& effort) {
    const std::string row =
        "simulated, " + world + ", " + std::to_string(requests) + " calls: total / oracle, ";
    const Ratios tuned = ratios(kDefault, kind, requests, effort);
    figures.push_back({row + "thompson_capped", tuned.strategy, "x", goal});
    figures.push_back({row + "best fixed", tuned.bestFixed, "x"});
    for (const auto& [name, className] :
         {std::pair("exhaustive", "strategies.Exhaustive"),
          std::pair("successive_elimination", "strategies.SuccessiveElimination")}) {
        figures.push_back({row + name, ratios(className, kind, requests, effort).strategy, "x"});
    }
}

constexpr WorldKind kTwo{2, 12, WorldKind::Costs::Spaced, 0.05};
constexpr WorldKind kFive{5, 100, WorldKind::Costs::Spaced, 0.1};
constexpr WorldKind kFiveDrawn{5, 100, WorldKind::Costs::LogUniform, 0.1};
constexpr WorldKind kTwenty{20, 100, WorldKind::Costs::LogUniform, 0.3};
constexpr WorldKind kTwentyFar{20, 1000, WorldKind::Costs::LogUniform, 0.3};

std::filesystem::path logFile() {
    return std::filesystem::temp_directory_path() /
           ("bench-tuning-" + std::to_string(std::random_device()()) + ".decisions");
}

void writeLog(const std::filesystem::path& file, const std::vector<tuning::Choice>& choices) {
    std::ofstream log(file);
    records::DecisionLogLines lines;
    log << lines.header();
    for (const tuning::Choice& choice : choices) {
        tuning::Entry entry;
        entry.request = choice.request;
        entry.repeats = 1;
        entry.context = "simulated";
        entry.candidate = std::to_string(choice.candidate);
        entry.reason = choice.reason;
        entry.fallback = choice.fallback < 0 ? "" : std::to_string(choice.fallback);
        log << lines.lineOf(entry);
    }
    log << lines.end();
}

}  // namespace

std::vector<Figure> fewCandidates(const Effort& effort) {
    std::vector<Figure> figures{seed()};
    const std::vector<std::pair<int, double>> goals{{100, 1.15}, {400, 1.06}, {1000, 1.03}};
    for (const auto& [requests, goal] : goals) {
        addRows(figures, "K = 2, 12 times, noise 0.05", kTwo, requests, goal, effort);
        addRows(figures, "K = 5, 1 to 100 times, noise 0.1", kFive, requests, goal, effort);
        addRows(figures, "K = 5, drawn up to 100 times, noise 0.1", kFiveDrawn, requests, goal,
                effort);
    }
    return figures;
}

std::vector<Figure> manyCandidates(const Effort& effort) {
    std::vector<Figure> figures{seed()};
    const std::vector<std::pair<int, double>> goals{
        {100, 1.65}, {1000, 1.15}, {kManyRequests, 1.05}};
    for (const auto& [requests, goal] : goals) {
        addRows(figures, "K = 20, drawn up to 100 times, noise 0.3", kTwenty, requests, goal,
                effort);
        addRows(figures, "K = 20, drawn up to 1000 times, noise 0.3", kTwentyFar, requests, goal,
                effort);
    }
    return figures;
}

std::vector<Figure> drift(const Effort& effort) {
    std::vector<Figure> figures{seed()};
    WorldKind kind = kFive;
    kind.slowdown = 20;
    addRows(figures, "K = 5, the best becomes 20 times slower half way", kind, 1000, 1.15, effort);
    addRows(figures, "K = 5, the best becomes 20 times slower half way", kind, kManyRequests, 1.04,
            effort);
    return figures;
}

std::vector<Figure> againstInitial(const Effort& effort) {
    std::vector<Figure> figures{seed()};
    WorldKind noisy = kFive;
    noisy.noise = 0.5;
    const std::vector<std::pair<std::string, WorldKind>> kinds{
        {"K = 2, 1.1 times, noise 0.1", {2, 1.1, WorldKind::Costs::Spaced, 0.1}},
        {"K = 5, 1 to 100 times, noise 0.1", kFive},
        {"K = 5, 1 to 100 times, noise 0.5", noisy},
        {"K = 20, drawn up to 1000 times, noise 0.3", kTwentyFar}};
    for (auto [name, kind] : kinds) {
        kind.initialIsBest = true;
        for (const int requests : {100, 1000}) {
            const double goal = 1.05 + 1.5 * kind.candidates / requests;
            const std::vector<double> worlds =
                ratios(kDefault, kind, requests, effort).againstInitial;
            const std::string row = "simulated, " + name + ", " + std::to_string(requests) +
                                    " calls: total / initial candidate, which is the best, ";
            figures.push_back({row + "median world", worlds[worlds.size() / 2], "x", goal});
            figures.push_back({row + "95th of 100", worlds[worlds.size() * 95 / 100], "x", goal});
            figures.push_back({row + "worst world", worlds.back(), "x", goal});
        }
    }
    return figures;
}

std::vector<Figure> replay(const Effort&) {
    framework::Framework framework = shippedComponents();
    const auto strategy = makeStrategy(framework, kDefault);
    const World world(kTwenty, kSeed);
    const std::vector<tuning::Choice> made = world.play(*strategy, 1000).choices;
    const std::filesystem::path log = logFile();
    writeLog(log, made);
    const auto again = makeStrategy(framework, "strategies.Replay", "log", log.string());
    again->begin(simulatedCandidates(kTwenty.candidates), 1);
    const int context = again->enterContext("simulated", {}, {});
    std::size_t others = 0;
    for (const tuning::Choice& choice : made) {
        const tuning::Choice replayed = again->choose(context);
        others += replayed.candidate != choice.candidate || replayed.fallback != choice.fallback ||
                          replayed.request != choice.request
                      ? 1
                      : 0;
    }
    std::filesystem::remove(log);
    return {{"replay of a log of " + std::to_string(made.size()) + " choices: other choices",
             static_cast<double>(others), "", 0}};
}

}  // namespace gantry::bench
