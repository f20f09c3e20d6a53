// Where the difference between two sets of runs comes from, as a tree of call paths: rows with a
// contribution worth showing, everything else below the same row as one remainder. The parts of
// each level add up to the row above.

#include <perf/analysis/compare/Comparison.hpp>

#include <algorithm>
#include <cmath>

namespace gantry::perf {

namespace {

class ContributionTree final {
public:
    ContributionTree(const RunTable& table, const Comparison& comparison, double least)
        : rows_(table.rows()), below_(rows_.size() + 1), totals_(rows_.size()) {
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            totals_[row] = comparison.rows[row].contribution;
            selves_.push_back(totals_[row]);
            const std::int64_t parent = rows_[row].parent;
            below_[parent < 0 ? rows_.size() : static_cast<std::size_t>(parent)].push_back(row);
        }
        // Backwards: a parent comes before its children, so each total is complete when it is
        // added.
        for (std::size_t row = rows_.size(); row-- > 0;) {
            if (rows_[row].parent >= 0) {
                totals_[static_cast<std::size_t>(rows_[row].parent)] += totals_[row];
            }
        }
        double largest = std::abs(comparison.difference);
        // Where growth and shrinking cancel out, the parts are what counts.
        for (const std::size_t row : below_.back()) {
            largest = std::max(largest, std::abs(totals_[row]));
        }
        least_ = least * largest;
    }

    std::vector<Contribution> list() {
        add(rows_.size(), 0);
        return std::move(listed_);
    }

private:
    // An own stack: call paths can be deeper than ours.
    void add(std::size_t top, std::int32_t depth) {
        struct Open {
            std::vector<std::size_t> rows;
            std::size_t next = 0;
            double rest = 0;
            std::int32_t depth = 0;
        };
        std::vector<Open> open{{{}, 0, 0, depth}};
        split(top, open.back().rows, open.back().rest);
        while (!open.empty()) {
            Open& now = open.back();
            if (now.next == now.rows.size()) {
                if (now.rest != 0) {
                    listed_.push_back({-1, now.depth, now.rest, now.rest});
                }
                open.pop_back();
                continue;
            }
            const std::size_t row = now.rows[now.next++];
            listed_.push_back(
                {static_cast<std::int64_t>(row), now.depth, selves_[row], totals_[row]});
            Open inner{{}, 0, 0, now.depth + 1};
            split(row, inner.rows, inner.rest);
            // A remainder alone says no more than the row above it.
            if (!inner.rows.empty()) {
                open.push_back(std::move(inner));
            } else {
                listed_.back().self = totals_[row];
            }
        }
    }

    void split(std::size_t top, std::vector<std::size_t>& listed, double& rest) const {
        for (const std::size_t row : below_[top]) {
            if (totals_[row] != 0 && isWorthIt(row)) {
                listed.push_back(row);
            } else {
                rest += totals_[row];
            }
        }
        std::stable_sort(listed.begin(), listed.end(), [&](std::size_t a, std::size_t b) {
            return std::abs(totals_[a]) > std::abs(totals_[b]);
        });
    }

    [[nodiscard]] bool isWorthIt(std::size_t row) const { return std::abs(totals_[row]) >= least_; }

    const std::vector<RunTableRow>& rows_;
    std::vector<std::vector<std::size_t>> below_;
    std::vector<double> selves_;
    std::vector<double> totals_;
    double least_ = 0;
    std::vector<Contribution> listed_;
};

}  // namespace

std::vector<Contribution> contributionsOf(const RunTable& table, const Comparison& comparison,
                                          double least) {
    return ContributionTree(table, comparison, least).list();
}

}  // namespace gantry::perf
