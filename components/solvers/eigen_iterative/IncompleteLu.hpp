#pragma once

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "solvers/common/Interruption.hpp"
#include "solvers/common/Solver.hpp"

namespace solvers::eigen_iterative {

/// Incomplete LU factors with threshold (ILUT; Y. Saad, 1994), by rows, after a symmetric
/// permutation that reduces fill. It ends where its solve has to end, after at most some thousand
/// operations, and chooses the next row to eliminate by a heap: what one row costs grows with its
/// fill, not with the square of it.
class IncompleteLu final {
public:
    using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

    struct Limits {
        /// Multipliers that are smaller, and entries smaller than this share of the norm of their
        /// row, are dropped.
        double dropTolerance;
        /// A row of each factor keeps half of that many times the mean entries of a row.
        int fill;
    };

    /// Throws Breakdown for a row of zeros, Interrupted.
    template <class Matrix>
    void compute(const Matrix& matrix, const Limits& limits, const Interruption& interruption) {
        order(matrix);
        Rows permuted;
        permuted = matrix.twistedBy(back_);
        const auto rows = static_cast<std::size_t>(permuted.rows());
        const auto mean =
            static_cast<std::size_t>(permuted.nonZeros()) / std::max<std::size_t>(rows, 1);
        most_ = std::min(rows, mean * static_cast<std::size_t>(limits.fill) + 1) / 2;
        lower_.assign(rows, {});
        upper_.assign(rows, {});
        diagonal_.assign(rows, 0);
        value_.assign(rows, 0);
        seenFor_.assign(rows, -1);
        work_ = 0;
        for (int row = 0; row < permuted.rows(); ++row) {
            interruption.poll();
            eliminate(permuted, row, limits.dropTolerance, interruption);
        }
        value_ = {};
        seenFor_ = {};
    }

    /// As Eigen's preconditioners: x = U^-1 L^-1 b.
    [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& b) const {
        Eigen::VectorXd x = back_ * b;
        for (std::size_t row = 0; row < diagonal_.size(); ++row) {
            x[at(row)] -= sumOf(lower_[row], x);
        }
        for (std::size_t row = diagonal_.size(); row-- > 0;) {
            x[at(row)] = (x[at(row)] - sumOf(upper_[row], x)) / diagonal_[row];
        }
        return order_ * x;
    }

private:
    struct Entry {
        int column;
        double value;
    };
    using Entries = std::vector<Entry>;

    static Eigen::Index at(std::size_t row) { return static_cast<Eigen::Index>(row); }
    static std::size_t place(int column) { return static_cast<std::size_t>(column); }
    static double sumOf(const Entries& entries, const Eigen::VectorXd& x) {
        double sum = 0;
        for (const Entry& entry : entries) {
            sum += entry.value * x[entry.column];
        }
        return sum;
    }

    // There are no pivots, so the diagonal stays on the diagonal.
    template <class Matrix>
    void order(const Matrix& matrix) {
        using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
        const Columns one = matrix;
        const Columns other = matrix.transpose();
        const Columns sum = other + one;
        Eigen::AMDOrdering<int> ordering;
        ordering(sum, order_);
        back_ = order_.inverse();
    }

    void eliminate(const Rows& matrix, int row, double dropTolerance,
                   const Interruption& interruption) {
        const double norm = load(matrix, row);
        if (norm == 0) {
            throw Breakdown("the incomplete LU factorisation breaks down: a row is zero");
        }
        Entries lower;
        // The columns ascend, as each row of U adds columns to the right of it only.
        while (!next_.empty()) {
            std::pop_heap(next_.begin(), next_.end(), std::greater<>());
            const int column = next_.back();
            next_.pop_back();
            const double factor = value_[place(column)] / diagonal_[place(column)];
            if (std::abs(factor) <= dropTolerance) {
                continue;
            }
            subtract(upper_[place(column)], factor, row);
            lower.push_back({column, factor});
            constexpr std::size_t kLook = 4096;
            work_ += upper_[place(column)].size() + 1;
            if (work_ > kLook) {
                work_ = 0;
                interruption.poll();
            }
        }
        keep(lower, lower_[place(row)]);
        Entries upper;
        for (const int column : right_) {
            if (std::abs(value_[place(column)]) > dropTolerance * norm) {
                upper.push_back({column, value_[place(column)]});
            }
        }
        keep(upper, upper_[place(row)]);
        const double diagonal = value_[place(row)];
        // Shifted where it is zero: the factors are incomplete anyway.
        diagonal_[place(row)] = diagonal != 0 ? diagonal : std::sqrt(dropTolerance) * norm;
        if (diagonal_[place(row)] == 0) {
            throw Breakdown("the incomplete LU factorisation breaks down: a pivot is zero");
        }
    }

    /// Scatters the row; returns its 2-norm.
    double load(const Rows& matrix, int row) {
        next_.clear();
        right_.clear();
        seenFor_[place(row)] = row;
        value_[place(row)] = 0;
        double squares = 0;
        for (Rows::InnerIterator entry(matrix, row); entry; ++entry) {
            add(static_cast<int>(entry.col()), row);
            value_[place(static_cast<int>(entry.col()))] = entry.value();
            squares += entry.value() * entry.value();
        }
        return std::sqrt(squares);
    }
    void add(int column, int row) {
        if (seenFor_[place(column)] == row) {
            return;
        }
        seenFor_[place(column)] = row;
        value_[place(column)] = 0;
        if (column < row) {
            next_.push_back(column);
            std::push_heap(next_.begin(), next_.end(), std::greater<>());
        } else {
            right_.push_back(column);
        }
    }
    void subtract(const Entries& upper, double factor, int row) {
        for (const Entry& entry : upper) {
            add(entry.column, row);
            value_[place(entry.column)] -= factor * entry.value;
        }
    }
    /// The largest entries.
    void keep(Entries& found, Entries& kept) const {
        const std::size_t most = std::min(most_, found.size());
        std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most),
                         found.end(), [](const Entry& one, const Entry& other) {
                             return std::abs(one.value) > std::abs(other.value);
                         });
        kept.assign(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most));
        std::sort(kept.begin(), kept.end(),
                  [](const Entry& one, const Entry& other) { return one.column < other.column; });
    }

    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order_;
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> back_;
    std::vector<Entries> lower_;
    std::vector<Entries> upper_;
    std::vector<double> diagonal_;
    std::size_t most_ = 0;

    // Of the row that is being eliminated: its values, which of them there are, the columns left of
    // the diagonal that are still to be eliminated (a heap), and those to the right.
    std::vector<double> value_;
    std::vector<int> seenFor_;
    std::vector<int> next_;
    std::vector<int> right_;
    std::size_t work_ = 0;
};

}  // namespace solvers::eigen_iterative
