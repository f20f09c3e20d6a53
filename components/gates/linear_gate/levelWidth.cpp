#include "levelWidth.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace gates {
namespace {

// As AMD: fuller rows than that many times the square root of all rows are dense.
constexpr double kDense = 10;
constexpr double kDenseAtLeast = 16;

class Walk final {
public:
    Walk(std::span<const std::int32_t> starts, const std::int32_t* columns)
        : starts_(starts),
          columns_(columns),
          seen_(starts.size() - 1, false),
          dense_(kDenseAtLeast + kDense * std::sqrt(static_cast<double>(seen_.size()))) {}

    /// Walks from that row to all that it reaches; returns the row that was reached last.
    std::size_t from(std::size_t first) {
        level_.assign(1, first);
        seen_[first] = true;
        std::size_t last = first;
        while (!level_.empty()) {
            last = level_.back();
            const auto width = static_cast<double>(level_.size());
            squares_ += width * width;
            next_.clear();
            for (const std::size_t row : level_) {
                enter(row);
            }
            level_.swap(next_);
        }
        return last;
    }
    [[nodiscard]] bool seen(std::size_t row) const { return seen_[row]; }
    [[nodiscard]] double squares() const { return squares_; }

private:
    void enter(std::size_t row) {
        if (starts_[row + 1] - starts_[row] > dense_) {
            return;
        }
        for (std::int32_t at = starts_[row]; at < starts_[row + 1]; ++at) {
            const auto column = static_cast<std::size_t>(columns_[at]);
            if (!seen_[column]) {
                seen_[column] = true;
                next_.push_back(column);
            }
        }
    }

    std::span<const std::int32_t> starts_;
    const std::int32_t* columns_;
    std::vector<bool> seen_;
    double dense_;
    std::vector<std::size_t> level_;
    std::vector<std::size_t> next_;
    double squares_ = 0;
};

}  // namespace

double levelWidth(std::span<const std::int32_t> starts, const std::int32_t* columns) {
    const std::size_t rows = starts.size() - 1;
    if (rows == 0) {
        return 0;
    }
    // From one end to the other: levels from the middle would be twice as wide.
    const std::size_t end = Walk(starts, columns).from(0);
    Walk walk(starts, columns);
    walk.from(end);
    for (std::size_t row = 0; row < rows; ++row) {
        if (!walk.seen(row)) {
            walk.from(row);
        }
    }
    return walk.squares() / static_cast<double>(rows);
}

}  // namespace gates
