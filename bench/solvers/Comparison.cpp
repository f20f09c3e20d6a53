#include "solvers/Comparison.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace gantry::bench {
namespace {

constexpr std::size_t kLargestPortfolio = 6;

std::string number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

}  // namespace

Comparison::Comparison(std::vector<std::string> solvers, double limit)
    : solvers_(std::move(solvers)), limit_(limit) {}

void Comparison::add(const std::string& system, std::vector<Solve> solves) {
    lines_.push_back({system, std::move(solves)});
}

double Comparison::cost(const Solve& solve) const {
    return solve.mark.empty() ? solve.milliseconds : 10000 * limit_;
}

double Comparison::best(const Line& line) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Solve& solve : line.solves) {
        least = std::min(least, cost(solve));
    }
    return least;
}

bool Comparison::solved(const Line& line) const {
    return std::any_of(line.solves.begin(), line.solves.end(),
                       [](const Solve& solve) { return solve.mark.empty(); });
}

double Comparison::ratioOf(const std::vector<std::size_t>& members) const {
    double logarithms = 0;
    std::size_t count = 0;
    for (const Line& line : lines_) {
        if (!solved(line)) {
            continue;
        }
        double least = std::numeric_limits<double>::infinity();
        for (const std::size_t member : members) {
            least = std::min(least, cost(line.solves[member]));
        }
        logarithms += std::log(least / best(line));
        ++count;
    }
    return count == 0 ? 1 : std::exp(logarithms / static_cast<double>(count));
}

std::size_t Comparison::failuresOf(std::size_t solver) const {
    return static_cast<std::size_t>(
        std::count_if(lines_.begin(), lines_.end(),
                      [solver](const Line& line) { return !line.solves[solver].mark.empty(); }));
}

std::vector<Comparison::Portfolio> Comparison::portfolios() const {
    std::vector<Portfolio> found;
    std::vector<std::size_t> members;
    while (members.size() < std::min(kLargestPortfolio, solvers_.size())) {
        Portfolio next{{}, std::numeric_limits<double>::infinity()};
        for (std::size_t solver = 0; solver < solvers_.size(); ++solver) {
            std::vector<std::size_t> tried = members;
            tried.push_back(solver);
            const double ratio = ratioOf(tried);
            if (ratio < next.ratio) {
                next = {std::move(tried), ratio};
            }
        }
        if (!found.empty() && !(next.ratio < found.back().ratio)) {
            break;
        }
        members = next.members;
        found.push_back(std::move(next));
    }
    return found;
}

std::string Comparison::markdown() const {
    std::string text = "| system |";
    for (const std::string& solver : solvers_) {
        text += ' ' + solver + " |";
    }
    text += "\n|---|";
    for (std::size_t i = 0; i < solvers_.size(); ++i) {
        text += "---|";
    }
    for (const Line& line : lines_) {
        text += "\n| " + line.system + " |";
        for (const Solve& solve : line.solves) {
            const bool fastest = solve.mark.empty() && solve.milliseconds == best(line);
            const std::string shown = solve.mark.empty() ? number(solve.milliseconds) : solve.mark;
            text += fastest ? " **" + shown + "** |" : ' ' + shown + " |";
        }
    }
    text += "\n\n| solver | over the best of each system | without a solution |\n|---|---|---|\n";
    for (std::size_t solver = 0; solver < solvers_.size(); ++solver) {
        text += "| " + solvers_[solver] + " | " + number(ratioOf({solver})) + " | " +
                std::to_string(failuresOf(solver)) + " of " + std::to_string(lines_.size()) +
                " |\n";
    }
    text += "\n| portfolio, each with the solver that helps it most | over the best |\n|---|---|\n";
    for (const Portfolio& portfolio : portfolios()) {
        text += std::string("| ") + (portfolio.members.size() == 1 ? "" : "+ ") +
                solvers_[portfolio.members.back()] + " | " + number(portfolio.ratio) + " |\n";
    }
    return text;
}

std::string Comparison::json() const {
    nlohmann::ordered_json systems = nlohmann::ordered_json::array();
    for (const Line& line : lines_) {
        nlohmann::ordered_json solves = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < line.solves.size(); ++i) {
            const Solve& solve = line.solves[i];
            nlohmann::ordered_json one{{"solver", solvers_[i]}};
            if (solve.mark.empty()) {
                one["milliseconds"] = solve.milliseconds;
                one["residual"] = solve.residual;
            } else {
                one["mark"] = solve.mark;
            }
            solves.push_back(std::move(one));
        }
        systems.push_back({{"system", line.system}, {"solves", std::move(solves)}});
    }
    nlohmann::ordered_json best = nlohmann::ordered_json::array();
    for (const Portfolio& portfolio : portfolios()) {
        best.push_back({{"added", solvers_[portfolio.members.back()]}, {"ratio", portfolio.ratio}});
    }
    return nlohmann::ordered_json{{"systems", systems}, {"portfolio", best}}.dump(2) + "\n";
}

}  // namespace gantry::bench
