#include "solvers/common/structuralRank.hpp"

#include <vector>

namespace solvers {
namespace {

constexpr int kNone = -1;
constexpr int kDead = -2;

/// Augmenting paths, one row after the other (Kuhn).
class Matching final {
public:
    explicit Matching(const Matrix& matrix)
        : matrix_(matrix),
          rowOf_(static_cast<std::size_t>(matrix.rows), kNone),
          seenFor_(static_cast<std::size_t>(matrix.rows), kNone) {}

    /// False where there is no column left for it.
    bool add(int root) {
        path_.assign(1, begin(root));
        visited_.clear();
        while (!path_.empty()) {
            Step& step = path_.back();
            if (step.next == matrix_.rowStarts[step.row + 1]) {
                path_.pop_back();
                continue;
            }
            step.column = matrix_.columns[step.next++];
            // Marked with the root instead of cleared for each: clearing would cost rows * rows.
            int& seenFor = seenFor_[index(step.column)];
            if (seenFor == root || seenFor == kDead) {
                continue;
            }
            seenFor = root;
            visited_.push_back(step.column);
            const int owner = rowOf_[index(step.column)];
            if (owner == kNone) {
                take();
                return true;
            }
            // The column is taken: look whether its owner can have another one. The path is
            // explicit, as recursion could be as deep as the matrix has rows.
            path_.push_back(begin(owner));
        }
        // From none of these columns a free one can be reached, now or later: no search looks at
        // them again, so all searches that fail cost one look at the entries together.
        for (const int column : visited_) {
            seenFor_[index(column)] = kDead;
        }
        return false;
    }

private:
    struct Step {
        int row;
        int next;
        int column;
    };

    static std::size_t index(int number) { return static_cast<std::size_t>(number); }
    [[nodiscard]] Step begin(int row) const { return {row, matrix_.rowStarts[row], kNone}; }
    // Along the path each row gets the column that it found, which its successor on the path had
    // before.
    void take() {
        for (const Step& step : path_) {
            rowOf_[index(step.column)] = step.row;
        }
    }

    const Matrix& matrix_;
    std::vector<int> rowOf_;
    std::vector<int> seenFor_;
    std::vector<Step> path_;
    std::vector<int> visited_;
};

}  // namespace

StructuralRank structuralRank(const Matrix& matrix) {
    Matching matching(matrix);
    StructuralRank found;
    for (int row = 0; row < matrix.rows; ++row) {
        if (matching.add(row)) {
            ++found.rank;
        } else if (found.unmatchedRow < 0) {
            found.unmatchedRow = row;
        }
    }
    return found;
}

bool hasTransversal(const Matrix& matrix) {
    Matching matching(matrix);
    for (int row = 0; row < matrix.rows; ++row) {
        if (!matching.add(row)) {
            return false;
        }
    }
    return true;
}

}  // namespace solvers
