#include "HeatOperator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace self_tuning {
namespace {

struct Face {
    int di;
    int dj;
};
// In the order of columns; the one in the middle is the cell itself.
constexpr std::array<Face, 5> kAround{{{0, -1}, {-1, 0}, {0, 0}, {1, 0}, {0, 1}}};

double diffusion(double x, double y, double contrast) {
    const bool inside = std::abs(x - 0.5) < 0.25 && std::abs(y - 0.5) < 0.25;
    return inside ? 1 / contrast : 1;
}

}  // namespace

HeatOperator::HeatOperator(int cells) : cells_(cells) {
    std::vector<std::int32_t> columns;
    for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
            starts_.push_back(static_cast<std::int32_t>(columns.size()));
            for (const auto& [di, dj] : kAround) {
                if (i + di >= 0 && i + di < cells && j + dj >= 0 && j + dj < cells) {
                    columns.push_back((j + dj) * cells + i + di);
                }
            }
        }
    }
    starts_.push_back(static_cast<std::int32_t>(columns.size()));
    std::vector<double> values(columns.size());
    matrix_ = std::make_shared<gantry::CsrOperator>(cells * cells, starts_, std::move(columns),
                                                    std::move(values));
    set({});
}

void HeatOperator::set(const Coefficients& coefficients) {
    std::vector<double>& values = matrix_->changeValues();
    for (int j = 0; j < cells_; ++j) {
        for (int i = 0; i < cells_; ++i) {
            setRow(i, j, coefficients, values);
        }
    }
}

// A cell's row: what flows through each of its four faces.
void HeatOperator::setRow(int i, int j, const Coefficients& coefficients,
                          std::vector<double>& values) {
    const double h = 1.0 / cells_;
    const double x = (i + 0.5) * h;
    const double y = (j + 0.5) * h;
    const auto row = static_cast<std::size_t>(j) * static_cast<std::size_t>(cells_) +
                     static_cast<std::size_t>(i);
    auto at = static_cast<std::size_t>(starts_[row]);
    double diagonal = 1;
    std::size_t diagonalAt = 0;
    for (const Face& face : kAround) {
        if (face.di == 0 && face.dj == 0) {
            diagonalAt = at++;
            continue;
        }
        const double faceX = x + face.di * h / 2;
        const double faceY = y + face.dj * h / 2;
        const double here = diffusion(x, y, coefficients.contrast);
        const double there = diffusion(x + face.di * h, y + face.dj * h, coefficients.contrast);
        const double k =
            (face.di != 0 ? coefficients.kx : coefficients.ky) * 2 * here * there / (here + there);
        // The flow out of the cell through this face.
        const double flow =
            coefficients.speed * (face.di * (0.5 - faceY) + face.dj * (faceX - 0.5));
        const double outward = std::max(flow, 0.0);
        const double inward = std::min(flow, 0.0);
        const double step = coefficients.timeStep;
        diagonal += step * (k / (h * h) + outward / h);
        const int column = i + face.di;
        const int line = j + face.dj;
        if (column >= 0 && column < cells_ && line >= 0 && line < cells_) {
            values[at++] = -step * k / (h * h) + step * inward / h;
        }
    }
    values[diagonalAt] = diagonal;
}

}  // namespace self_tuning
