#pragma once

#include <framework/Framework.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "TunedSolves.hpp"

namespace gantry::bench {

/// A solver alone on one system: processor seconds of its first solve, in which it analyses the
/// pattern, and of a later one, whose values have changed.
struct AloneTime {
    double first = 0;
    double later = 0;

    [[nodiscard]] double of(std::size_t solves) const {
        return first + later * static_cast<double>(solves - 1);
    }
};

/// The times of those that solve a system, by the name of the candidate.
using AloneTimes = std::map<std::string, AloneTime>;

/// The least total of so many solves by one of them; infinity if there is none.
inline double leastOf(const AloneTimes& times, std::size_t solves) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [name, time] : times) {
        least = std::min(least, time.of(solves));
    }
    return least;
}

/// The mean of both, so that a machine that changes its pace is seen at both.
AloneTimes meanOf(const AloneTimes& before, const AloneTimes& after);

/// Candidates as a program has them that connects to one of them: no gate, no tuner, no timers.
class AloneSolvers final {
public:
    /// Names of candidates: "CLASS KEY=VALUE ...".
    explicit AloneSolvers(const std::vector<std::string>& candidates);

    /// Each of them on the system: the first solve, then `repetitions` later ones, whose median
    /// counts. One that takes far longer than the best so far is given up, see ended().
    AloneTimes solve(System& system, std::size_t repetitions);
    /// Those that were given up in the last call, and the limit in seconds.
    [[nodiscard]] const std::map<std::string, double>& ended() const { return ended_; }
    /// The first solve alone, of each.
    AloneTimes solveOnce(System& system) { return solve(system, 0); }
    /// Solutions that a solver called converged and that were not.
    [[nodiscard]] std::size_t wrong() const { return wrong_; }

private:
    struct Solver {
        std::string name;
        std::shared_ptr<linear::LinearSolver> port;
    };

    framework::Framework framework_;
    std::vector<Solver> solvers_;
    std::map<std::string, double> ended_;
    std::size_t wrong_ = 0;
    std::size_t turn_ = 0;
};

}  // namespace gantry::bench
