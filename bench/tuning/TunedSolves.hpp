#pragma once

#include <gantry/CsrOperator.hpp>
#include <linear/LinearSolver.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "Strategies.hpp"
#include "TunedPort.hpp"

namespace gantry::bench {

inline constexpr double kTolerance = 1e-8;
/// Where a candidate alone is given up, in seconds.
inline constexpr double kLongAlone = 5;

/// A system of equations.
struct System {
    std::shared_ptr<gantry::CsrOperator> matrix;
    std::vector<double> right;
};

/// The 2-norm of b - A x over that of b.
inline double residualOf(gantry::CsrOperator& matrix, const std::vector<double>& b,
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

/// Processor time of this thread, which solves: on a shared machine the time on the wall says more
/// of the neighbours than of a solver.
inline double secondsOfThread() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A solve and what came of it.
struct Solved {
    double seconds = 0;  ///< processor time, also where it failed
    bool converged = false;
    bool aborted = false;  ///< ended at the limit
    bool wrong = false;    ///< converged, as it says, and not within the tolerance
};

/// Solves the system with values that differ from the last ones, but not by much: equal ones would
/// be recognised. turn: another number each time.
inline Solved solveChanged(linear::LinearSolver& solver, System& system, std::size_t turn,
                           double secondsAtMost) {
    constexpr double kRounding = 1.01;
    system.matrix->changeValues().front() *= turn % 2 == 0 ? 1 - 1e-12 : 1 + 1e-12;
    std::vector<double> x(system.right.size(), 0);
    const auto n = static_cast<std::int32_t>(x.size());
    linear::Limits limits;
    limits.tolerance = kTolerance;
    limits.seconds = secondsAtMost;
    const double begin = secondsOfThread();
    const linear::Outcome outcome =
        solver.solve(system.matrix, {system.right.data(), {n}}, {x.data(), {n}}, n, limits);
    Solved solved;
    solved.seconds = secondsOfThread() - begin;
    solved.converged = outcome.status == linear::Status::Converged;
    solved.aborted = outcome.status == linear::Status::Aborted;
    solved.wrong =
        solved.converged && residualOf(*system.matrix, system.right, x) > kRounding * kTolerance;
    return solved;
}

/// A tuned solver with the candidates of the gate's portfolio; the initial one is UMFPACK.
class Solves final {
public:
    /// store: a file that keeps what is learned; empty: none.
    explicit Solves(const std::string& store = "") : framework_(shippedComponents()) {
        measureNatively(framework_);
        framework_.createInstance("matrices.Generated", "matrices");
        framework_.createInstance("solvers.Umfpack", "initial");
        if (!store.empty()) {
            framework_.createInstance("optimizer.Store", "store");
            TunedPort::set(framework_, "store", "file", store);
            framework_.setDefaultProvider("tuning.Store", "store", "store");
        }
        port_.emplace(framework_, "linear.LinearSolver", "initial", "solver", "portfolio");
        solver_ = port_->gate<linear::LinearSolver>();
    }

    framework::Framework& framework() { return framework_; }
    tuning::Tuner& tuner() { return port_->tuner(); }
    [[nodiscard]] std::size_t wrong() const { return wrong_; }
    /// The names of the candidates, the initial one first.
    [[nodiscard]] std::vector<std::string> candidates() {
        std::vector<std::string> names;
        for (const tuning::Candidate& candidate : tuner().getCandidates()) {
            names.push_back(candidate.name);
        }
        return names;
    }

    /// Processor time in seconds of one solve of the system as if its matrix had changed; nothing
    /// where it failed.
    std::optional<double> solve(System& system, double seconds = 0) {
        const Solved solved = solveChanged(*solver_, system, ++turn_, seconds);
        last_ = solved.seconds;
        wrong_ += solved.wrong ? 1U : 0U;
        return solved.converged ? std::optional(last_) : std::nullopt;
    }
    /// Of the last solve, failed or not.
    [[nodiscard]] double last() const { return last_; }

private:
    framework::Framework framework_;
    std::optional<TunedPort> port_;
    std::shared_ptr<linear::LinearSolver> solver_;
    std::size_t wrong_ = 0;
    std::size_t turn_ = 0;
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

/// Of both, so that a machine that changes its pace is seen at both.
inline Alone meanOf(const Alone& before, const Alone& after) {
    Alone mean;
    for (const auto& [candidate, seconds] : before.fixed) {
        mean.fixed[candidate] = (seconds + after.fixed.at(candidate)) / 2;
    }
    return mean;
}

/// Each candidate alone.
inline Alone solveAlone(Solves& solves, System& system, std::size_t repetitions) {
    Alone alone;
    std::map<std::string, double> failed;
    double initial = 0;
    for (const tuning::Candidate& candidate : solves.tuner().getCandidates()) {
        solves.tuner().setMode(tuning::Mode::Pin, candidate.name);
        std::vector<double> seconds;
        while (seconds.size() < repetitions) {
            const auto taken = solves.solve(system, kLongAlone);
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

}  // namespace gantry::bench
