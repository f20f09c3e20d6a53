#pragma once

#include <string>
#include <vector>

namespace gantry::bench {

/// How one solver did on one system.
struct Solve {
    /// Setting up and solving; infinite where no solution came out.
    double milliseconds = 0;
    double residual = 0;
    /// Why there is no time: "F" failed, "N" not converged, "A" ended at the limit, "C" crashed,
    /// "-" not meant for such systems.
    std::string mark;
};

/// All solvers on all systems, and what a choice among them gains. Where nothing solved a system it
/// does not count.
class Comparison final {
public:
    /// limit in seconds; a solve without a solution counts as ten times that.
    Comparison(std::vector<std::string> solvers, double limit);

    /// solves: in the order of the solvers.
    void add(const std::string& system, std::vector<Solve> solves);

    /// A line for each system with all times, then each solver against the best one of each system,
    /// and the portfolio of up to six solvers that grows by the one that helps most.
    [[nodiscard]] std::string markdown() const;
    [[nodiscard]] std::string json() const;

private:
    struct Line {
        std::string system;
        std::vector<Solve> solves;
    };
    struct Portfolio {
        std::vector<std::size_t> members;
        double ratio;
    };

    [[nodiscard]] double cost(const Solve& solve) const;
    [[nodiscard]] double best(const Line& line) const;
    [[nodiscard]] bool solved(const Line& line) const;
    /// The geometric mean of the best of members over the best of all.
    [[nodiscard]] double ratioOf(const std::vector<std::size_t>& members) const;
    [[nodiscard]] std::size_t failuresOf(std::size_t solver) const;
    [[nodiscard]] std::vector<Portfolio> portfolios() const;

    std::vector<std::string> solvers_;
    double limit_;
    std::vector<Line> lines_;
};

}  // namespace gantry::bench
