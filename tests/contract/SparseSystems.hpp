#pragma once

#include <gantry/CsrOperator.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace contract {

/// An operator from its rows, each a list of columns and values in ascending order.
struct Entry {
    int column;
    double value;
};

inline std::shared_ptr<gantry::CsrOperator> operatorOf(const std::vector<std::vector<Entry>>& rows,
                                                       int numColumns) {
    std::vector<std::int32_t> starts{0};
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    for (const std::vector<Entry>& row : rows) {
        for (const Entry& entry : row) {
            columns.push_back(entry.column);
            values.push_back(entry.value);
        }
        starts.push_back(static_cast<std::int32_t>(columns.size()));
    }
    return std::make_shared<gantry::CsrOperator>(numColumns, std::move(starts), std::move(columns),
                                                 std::move(values));
}

/// The five-point operator of -laplace(u) + wind * du/dx + shift * u on a square of side * side
/// inner points. Symmetric positive definite where wind is 0 and shift is not negative.
inline std::shared_ptr<gantry::CsrOperator> stencil(int side, double wind = 0, double shift = 0) {
    std::vector<std::vector<Entry>> rows;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const int here = y * side + x;
            std::vector<Entry> row;
            if (y > 0) {
                row.push_back({here - side, -1});
            }
            if (x > 0) {
                row.push_back({here - 1, -1 - wind});
            }
            row.push_back({here, 4 + shift});
            if (x + 1 < side) {
                row.push_back({here + 1, -1 + wind});
            }
            if (y + 1 < side) {
                row.push_back({here + side, -1});
            }
            rows.push_back(std::move(row));
        }
    }
    return operatorOf(rows, side * side);
}

/// A x.
inline std::vector<double> product(linear::Operator& matrix, const std::vector<double>& x) {
    std::vector<double> result(static_cast<std::size_t>(matrix.getNumRows()));
    const auto starts = matrix.getRowStarts();
    const auto columns = matrix.getColumns();
    const auto values = matrix.getValues();
    for (int row = 0; row < matrix.getNumRows(); ++row) {
        for (int at = starts[row]; at < starts[row + 1]; ++at) {
            result[static_cast<std::size_t>(row)] +=
                values[at] * x[static_cast<std::size_t>(columns[at])];
        }
    }
    return result;
}

/// An operator that names no state, so its values may be others at each solve.
class Stateless : public linear::Operator {
public:
    explicit Stateless(std::shared_ptr<linear::Operator> matrix) : matrix_(std::move(matrix)) {}
    std::int32_t getNumRows() override { return matrix_->getNumRows(); }
    std::int32_t getNumColumns() override { return matrix_->getNumColumns(); }
    sidl::array<std::int32_t> getRowStarts() override { return matrix_->getRowStarts(); }
    sidl::array<std::int32_t> getColumns() override { return matrix_->getColumns(); }
    sidl::array<double> getValues() override { return matrix_->getValues(); }
    std::int64_t getState() override { return 0; }
    std::int64_t getPatternState() override { return 0; }

private:
    std::shared_ptr<linear::Operator> matrix_;
};

}  // namespace contract
