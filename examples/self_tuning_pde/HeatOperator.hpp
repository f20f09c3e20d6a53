#pragma once

#include <gantry/CsrOperator.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace self_tuning {

/// The coefficients of u' = div(k grad u) - v.grad u + f on the unit square, u = 0 on its border,
/// at one moment, and the time step.
struct Coefficients {
    double timeStep = 1;
    /// Diffusion along x and y.
    double kx = 1;
    double ky = 1;
    /// Diffusion is so many times smaller in the inner square.
    double contrast = 1;
    /// Speed of the flow that goes round the centre.
    double speed = 0;
};

/// The matrix 1 + timeStep * L of one implicit Euler step, L by finite volumes on cells x cells
/// cells, the flow upwind. Setting coefficients changes the values in place, never the pattern.
class HeatOperator final {
public:
    explicit HeatOperator(int cells);

    void set(const Coefficients& coefficients);
    [[nodiscard]] int cells() const { return cells_; }
    [[nodiscard]] const std::shared_ptr<gantry::CsrOperator>& matrix() const { return matrix_; }

private:
    void setRow(int i, int j, const Coefficients& coefficients, std::vector<double>& values);

    int cells_;
    std::vector<std::int32_t> starts_;
    std::shared_ptr<gantry::CsrOperator> matrix_;
};

}  // namespace self_tuning
