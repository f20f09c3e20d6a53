#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "TunedSolves.hpp"

namespace gantry::bench {

/// A matrix that is put together entry by entry; what falls outside of it is left out. Its random
/// numbers are the same for the same number of rows.
class Assembly final {
public:
    explicit Assembly(int rows) : rows_(static_cast<std::size_t>(rows)), engine_(17) {}

    /// From 0 to 1.
    double random() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }
    void add(int row, int column, double value) {
        const auto count = static_cast<int>(rows_.size());
        if (row >= 0 && column >= 0 && row < count && column < count && value != 0) {
            rows_[static_cast<std::size_t>(row)][column] += value;
        }
    }
    /// Symmetrically, and away from the diagonal.
    void couple(int one, int other, double value) {
        if (one != other) {
            add(one, other, value);
            add(other, one, value);
        }
    }
    /// A conductor between two nodes.
    void link(int one, int other, double conductance) {
        if (one != other) {
            couple(one, other, -conductance);
            add(one, one, conductance);
            add(other, other, conductance);
        }
    }
    /// A bar between two joints, of which these are the first unknowns.
    void spring(int one, int other, double dx, double dy, double stiffness) {
        const double direction[] = {dx, dy};
        for (int i = 0; i < 2; ++i) {
            for (int j = 0; j < 2; ++j) {
                const double value = stiffness * direction[i] * direction[j];
                add(one + i, one + j, value);
                add(other + i, other + j, value);
                add(one + i, other + j, -value);
                add(other + i, one + j, -value);
            }
        }
    }
    Assembly& shifted(double value) {
        for (int i = 0; i < static_cast<int>(rows_.size()); ++i) {
            add(i, i, value);
        }
        return *this;
    }
    [[nodiscard]] const std::vector<std::map<int, double>>& rows() const { return rows_; }

    /// With a right-hand side of waves.
    [[nodiscard]] System system() const {
        std::vector<std::int32_t> starts{0};
        std::vector<std::int32_t> columns;
        std::vector<double> values;
        std::vector<double> right;
        for (const auto& row : rows_) {
            for (const auto& [column, value] : row) {
                columns.push_back(column);
                values.push_back(value);
            }
            starts.push_back(static_cast<std::int32_t>(columns.size()));
            right.push_back(1 + std::sin(0.7 * static_cast<double>(right.size())));
        }
        const auto count = static_cast<std::int32_t>(rows_.size());
        return {std::make_shared<gantry::CsrOperator>(count, std::move(starts), std::move(columns),
                                                      std::move(values)),
                std::move(right)};
    }

private:
    std::vector<std::map<int, double>> rows_;
    std::mt19937_64 engine_;
};

}  // namespace gantry::bench
