#include "AloneSolvers.hpp"

#include <optional>
#include <sstream>

namespace gantry::bench {
namespace {

// One that takes that many times the first solve of the best one, and that much more, is not it.
constexpr double kHopeless = 10;
constexpr double kHopelessSeconds = 0.02;

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

AloneTimes meanOf(const AloneTimes& before, const AloneTimes& after) {
    AloneTimes mean;
    for (const auto& [name, time] : before) {
        const auto other = after.find(name);
        if (other != after.end()) {
            mean[name] = {(time.first + other->second.first) / 2,
                          (time.later + other->second.later) / 2};
        }
    }
    return mean;
}

namespace {

// The first solve and the median of the later ones; nothing where one of them fails.
template <class Solve>
std::optional<AloneTime> repeated(Solve solve, std::size_t repetitions) {
    const auto first = solve();
    std::vector<double> later;
    for (auto seconds = first; seconds && later.size() < repetitions;) {
        seconds = solve();
        if (seconds) {
            later.push_back(*seconds);
        }
    }
    if (!first || later.size() < repetitions) {
        return std::nullopt;
    }
    return AloneTime{*first, later.empty() ? *first : medianOf(later)};
}

}  // namespace

AloneSolvers::AloneSolvers(const std::vector<std::string>& candidates)
    : framework_(shippedComponents()) {
    for (const std::string& name : candidates) {
        std::istringstream words(name);
        std::string className;
        words >> className;
        const std::string instance = framework_.createInstance(className);
        for (std::string word; words >> word;) {
            const auto equals = word.find('=');
            TunedPort::set(framework_, instance, word.substr(0, equals), word.substr(equals + 1));
        }
        solvers_.push_back({name, castPort<linear::LinearSolver>(
                                      framework_.providedPort(instance, "solver"), "solver")});
    }
}

AloneTimes AloneSolvers::solve(System& system, std::size_t repetitions) {
    AloneTimes times;
    ended_.clear();
    double least = kLongAlone;
    for (const Solver& solver : solvers_) {
        solver.port->forget();
        const double limit = std::min(kLongAlone, kHopeless * least + kHopelessSeconds);
        const auto once = [&]() -> std::optional<double> {
            const Solved solved = solveChanged(*solver.port, system, ++turn_, limit);
            wrong_ += solved.wrong ? 1U : 0U;
            if (solved.aborted) {
                ended_[solver.name] = limit;
            }
            return solved.converged ? std::optional(solved.seconds) : std::nullopt;
        };
        if (const auto alone = repeated(once, repetitions)) {
            times[solver.name] = *alone;
            least = std::min(least, alone->first);
        }
        solver.port->forget();
    }
    return times;
}

}  // namespace gantry::bench
