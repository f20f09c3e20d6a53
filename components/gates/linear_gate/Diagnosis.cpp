#include "Diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "solvers/common/structuralRank.hpp"

namespace gates {
namespace {

using Vector = std::vector<double>;

// Products with the matrix to find a least residual; each costs about as much as an iteration.
constexpr int kMostSteps = 400;
// A residual whose share along the columns is smaller is orthogonal to them, up to rounding.
constexpr double kOrthogonal = 1e-10;

std::string inShort(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2g", number);
    return text.data();
}

std::string ofRows(int count, int rows) {
    return std::to_string(count) + " of " + std::to_string(rows) + " rows";
}

/// A row of zeros asks for 0 = b.
int impossibleRow(const solvers::Matrix& matrix, std::span<const double> b) {
    for (int row = 0; row < matrix.rows; ++row) {
        const double* const first = matrix.values + matrix.rowStarts[row];
        const double* const last = matrix.values + matrix.rowStarts[row + 1];
        const bool empty = std::all_of(first, last, [](double value) { return value == 0; });
        if (empty && b[static_cast<std::size_t>(row)] != 0) {
            return row;
        }
    }
    return -1;
}

/// The residual that rounding alone may leave, relative to b: one unit in the last place of every
/// term.
double reachable(const solvers::Matrix& matrix, std::span<const double> b,
                 std::span<const double> x) {
    double sum = 0;
    for (int row = 0; row < matrix.rows; ++row) {
        double terms = std::abs(b[static_cast<std::size_t>(row)]);
        for (int at = matrix.rowStarts[row]; at < matrix.rowStarts[row + 1]; ++at) {
            terms += std::abs(matrix.values[at] * x[static_cast<std::size_t>(matrix.columns[at])]);
        }
        sum += terms * terms;
    }
    return std::numeric_limits<double>::epsilon() / 2 * std::sqrt(sum) / solvers::norm(b);
}

// Conjugate gradients on the normal equations, which need no property of the matrix, until the
// residual is orthogonal to the columns. The method is CGLS (A. Bjorck, Numerical Methods for Least
// Squares Problems, SIAM 1996).
class LeastResidual final {
public:
    LeastResidual(const solvers::Matrix& matrix, std::span<const double> b,
                  std::span<const double> x)
        : matrix_(matrix), residual_(b.size()) {
        solvers::residual(matrix, b, x, residual_);
        for (int at = 0; at < matrix.entries(); ++at) {
            size_ += matrix.values[at] * matrix.values[at];
        }
        // The Frobenius norm: at least the spectral norm, and cheap.
        size_ = std::sqrt(size_);
    }

    /// The norm of the least residual there is; 0 if it was not found, or is below `enough`.
    double find(double enough) {
        Vector gradient = transposed(residual_);
        Vector direction = gradient;
        double square = squareOf(gradient);
        for (int step = 0; step < kMostSteps; ++step) {
            const double left = solvers::norm(residual_);
            // The residual can be made small enough, so the system is not the reason. Also for a
            // NaN.
            if (!(left > enough)) {
                return 0;
            }
            // The gradient of half the square of the residual is its product with the transposed
            // matrix: 0 at the least residual.
            if (std::sqrt(square) <= kOrthogonal * size_ * left) {
                return left;
            }
            const Vector image = product(direction);
            const double length = square / squareOf(image);
            // The direction is in the null space: no further step.
            if (!std::isfinite(length)) {
                return 0;
            }
            for (std::size_t i = 0; i < residual_.size(); ++i) {
                residual_[i] -= length * image[i];
            }
            gradient = transposed(residual_);
            const double next = squareOf(gradient);
            for (std::size_t i = 0; i < direction.size(); ++i) {
                direction[i] = gradient[i] + next / square * direction[i];
            }
            square = next;
        }
        return 0;
    }

private:
    static double squareOf(const Vector& vector) {
        double sum = 0;
        for (const double element : vector) {
            sum += element * element;
        }
        return sum;
    }
    [[nodiscard]] Vector product(const Vector& vector) const {
        Vector result(vector.size());
        for (int row = 0; row < matrix_.rows; ++row) {
            double sum = 0;
            for (int at = matrix_.rowStarts[row]; at < matrix_.rowStarts[row + 1]; ++at) {
                sum += matrix_.values[at] * vector[static_cast<std::size_t>(matrix_.columns[at])];
            }
            result[static_cast<std::size_t>(row)] = sum;
        }
        return result;
    }
    [[nodiscard]] Vector transposed(const Vector& vector) const {
        Vector result(vector.size());
        for (int row = 0; row < matrix_.rows; ++row) {
            const double factor = vector[static_cast<std::size_t>(row)];
            for (int at = matrix_.rowStarts[row]; at < matrix_.rowStarts[row + 1]; ++at) {
                result[static_cast<std::size_t>(matrix_.columns[at])] +=
                    factor * matrix_.values[at];
            }
        }
        return result;
    }

    const solvers::Matrix& matrix_;
    Vector residual_;
    double size_ = 0;
};

}  // namespace

Diagnosis diagnose(const solvers::Matrix& matrix, std::span<const double> b,
                   std::span<const double> x, double tolerance) {
    if (const int row = impossibleRow(matrix, b); row >= 0) {
        return {"the system is inconsistent: row " + std::to_string(row) +
                " of the operator has no nonzero entry, and its right-hand side is " +
                inShort(b[static_cast<std::size_t>(row)])};
    }
    // The cheapest proof comes first; each of the next costs more.
    const solvers::StructuralRank structure = solvers::structuralRank(matrix);
    if (structure.rank < matrix.rows) {
        return {
            "the operator is structurally singular, whatever its values are: its structural "
            "rank is " +
                ofRows(structure.rank, matrix.rows) +
                "; the first row without a column of "
                "its own is row " +
                std::to_string(structure.unmatchedRow),
            true};
    }
    const double right = solvers::norm(b);
    const double least = reachable(matrix, b, x);
    if (least > tolerance) {
        return {"the tolerance of " + inShort(tolerance) +
                " is below what doubles can reach here: rounding alone leaves a residual of "
                "about " +
                inShort(least) + " of the right-hand side; ask for more than that"};
    }
    const double left = LeastResidual(matrix, b, x).find(tolerance * right);
    if (left > 0) {
        return {
            "the system is inconsistent: the operator is singular, and no x has a residual "
            "below " +
            inShort(left / right) + " of the right-hand side (tolerance " + inShort(tolerance) +
            ")"};
    }
    return {};
}

}  // namespace gates
