#pragma once

#include <perf/analysis/compare/RunTable.hpp>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"

namespace gantry::perf::samples {

/// A program with many call paths of very different cost, whose runs have the noise of a busy
/// machine: each row alone 4 %, all rows together 2 %, and one run of ten has a row that takes
/// much longer.
class GeneratedProgram final {
public:
    GeneratedProgram(std::uint32_t seed, std::size_t rows) : random_(seed) {
        std::vector<std::string> names;
        for (std::size_t row = 0; row < rows; ++row) {
            names.push_back("row " + std::to_string(row));
            // Row 0 is the top. Any earlier row can be above.
            parents_.push_back(
                row == 0 ? -1
                         : static_cast<std::int32_t>(random_() % std::min<std::size_t>(row, 40)));
            costs_.push_back(1e9 / std::pow(static_cast<double>(row + 1), 0.9));
        }
        profile_ = withTimers(names);
    }

    std::vector<double>& costs() { return costs_; }

    /// The sum of all costs without noise.
    [[nodiscard]] double whole() const {
        double sum = 0;
        for (const double cost : costs_) {
            sum += cost;
        }
        return sum;
    }

    /// drift: factor on all values of this run.
    Profile run(double drift = 1) {
        std::normal_distribution<double> normal;
        const double common = drift * std::exp(0.02 * normal(random_));
        std::vector<CallPathNode> nodes;
        for (std::size_t row = 0; row < costs_.size(); ++row) {
            double value = costs_[row] * common * std::exp(0.04 * normal(random_));
            if (random_() % 200 == 0) {
                value *= 1 + 0.5 * std::abs(normal(random_));
            }
            nodes.push_back(node(static_cast<std::uint32_t>(row), parents_[row], 10,
                                 static_cast<std::int64_t>(value)));
        }
        for (std::size_t row = nodes.size(); row-- > 1;) {
            nodes[static_cast<std::size_t>(nodes[row].parent)].inclusive += nodes[row].inclusive;
        }
        Profile profile = profile_;
        profile.timeNs = nodes.front().inclusive[0];
        addThread(profile, nodes);
        return profile;
    }

private:
    std::mt19937 random_;
    std::vector<std::int32_t> parents_;
    std::vector<double> costs_;
    Profile profile_;
};

/// Two sets of runs in a table: those of even places are the first set.
struct TwoSets {
    RunTable table{RunTableOptions{}};
    std::vector<std::size_t> before;
    std::vector<std::size_t> after;

    void add(const Profile& a, const Profile& b) {
        before.push_back(table.add("a", a));
        after.push_back(table.add("b", b));
    }
};

}  // namespace gantry::perf::samples
