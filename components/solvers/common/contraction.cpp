#include "solvers/common/contraction.hpp"

#include <algorithm>

namespace solvers {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// Which group each row is in.
class Groups final {
public:
    Groups(const Matrix& matrix, int size)
        : matrix_(matrix), size_(at(size)), ofRow_(at(matrix.rows), kNone) {
        for (int row = 0; row < matrix.rows; ++row) {
            if (ofRow_[at(row)] == kNone) {
                grow(row);
            }
        }
    }

    [[nodiscard]] int of(int row) const { return ofRow_[at(row)]; }
    [[nodiscard]] int count() const { return count_; }

private:
    static constexpr int kNone = -1;

    // A breadth-first search among the rows without a group. Few rows join a group beside them:
    // around rows with many entries most would be left alone.
    void grow(int first) {
        reached_.assign(1, first);
        ofRow_[at(first)] = count_;
        int beside = kNone;
        for (std::size_t next = 0; next < reached_.size(); ++next) {
            const int row = reached_[next];
            for (int entry = matrix_.rowStarts[row]; entry < matrix_.rowStarts[row + 1]; ++entry) {
                const int column = matrix_.columns[entry];
                int& group = ofRow_[at(column)];
                if (group == kNone && reached_.size() < size_) {
                    group = count_;
                    reached_.push_back(column);
                } else if (group != kNone && group != count_) {
                    beside = group;
                }
            }
        }
        if (beside == kNone || 2 * reached_.size() > size_) {
            ++count_;
            return;
        }
        for (const int row : reached_) {
            ofRow_[at(row)] = beside;
        }
    }

    const Matrix& matrix_;
    std::size_t size_;
    std::vector<int> ofRow_;
    std::vector<int> reached_;
    int count_ = 0;
};

// The rows by their groups; starts: where each group begins.
std::vector<int> rowsByGroup(const Groups& groups, int rows, std::vector<int>& starts) {
    starts.assign(at(groups.count()) + 1, 0);
    for (int row = 0; row < rows; ++row) {
        ++starts[at(groups.of(row)) + 1];
    }
    for (std::size_t group = 1; group < starts.size(); ++group) {
        starts[group] += starts[group - 1];
    }
    std::vector<int> next(starts.begin(), starts.end() - 1);
    std::vector<int> members(at(rows));
    for (int row = 0; row < rows; ++row) {
        members[at(next[at(groups.of(row))]++)] = row;
    }
    return members;
}

}  // namespace

OwnedMatrix contractionOf(const Matrix& matrix, int size) {
    const Groups groups(matrix, size);
    std::vector<int> starts;
    const std::vector<int> members = rowsByGroup(groups, matrix.rows, starts);
    std::vector<int> seenFor(at(groups.count()), -1);
    OwnedMatrix contracted;
    contracted.rowStarts.push_back(0);
    for (int group = 0; group < groups.count(); ++group) {
        const auto begin = static_cast<std::ptrdiff_t>(contracted.columns.size());
        const auto add = [&](int other) {
            if (seenFor[at(other)] != group) {
                seenFor[at(other)] = group;
                contracted.columns.push_back(other);
            }
        };
        add(group);
        for (int member = starts[at(group)]; member < starts[at(group) + 1]; ++member) {
            const int row = members[at(member)];
            for (int entry = matrix.rowStarts[row]; entry < matrix.rowStarts[row + 1]; ++entry) {
                add(groups.of(matrix.columns[entry]));
            }
        }
        std::sort(contracted.columns.begin() + begin, contracted.columns.end());
        contracted.rowStarts.push_back(static_cast<int>(contracted.columns.size()));
    }
    contracted.values.assign(contracted.columns.size(), 1.0);
    return contracted;
}

}  // namespace solvers
