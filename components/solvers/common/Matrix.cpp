#include "solvers/common/Matrix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "solvers/common/InvalidInput.hpp"

namespace solvers {
namespace {

// Mirrored entries may differ by this share: assembly adds their terms in different orders.
constexpr double kMirrored = 1e-10;

// The strides of a short array may have any value: nobody uses them.
template <class T>
const T* dense(const sidl::array<T>& elements, int length, const char* name) {
    if (elements.length() != length || (length > 1 && elements.stride() != 1)) {
        throw InvalidInput(linear::Fault::BadStructure,
                           std::string(name) + " has " + std::to_string(elements.length()) +
                               " elements with stride " + std::to_string(elements.stride()) +
                               "; it needs " + std::to_string(length) + " with stride 1");
    }
    return elements.data();
}

// Passes over all entries without a branch, so that the compiler can take several at once: the
// operator is checked at each change of its values. Columns ascend within each row if they descend
// nowhere but at beginnings of rows.
bool hasSoundColumns(const Matrix& matrix) {
    const int entries = matrix.entries();
    int descents = 0;
    for (int at = 1; at < entries; ++at) {
        descents += static_cast<int>(matrix.columns[at] <= matrix.columns[at - 1]);
    }
    int expected = 0;
    for (int row = 1; row < matrix.rows; ++row) {
        const int at = matrix.rowStarts[row];
        // An empty row has no first entry.
        const bool begins = at > 0 && at < matrix.rowStarts[row + 1];
        expected += static_cast<int>(begins && matrix.columns[at] <= matrix.columns[at - 1]);
    }
    // The sign bit of some column, or of what is left to the last one, where it is out of range.
    const auto last = static_cast<unsigned>(matrix.rows - 1);
    unsigned outside = 0;
    for (int at = 0; at < entries; ++at) {
        const auto column = static_cast<unsigned>(matrix.columns[at]);
        outside |= column | (last - column);
    }
    return descents == expected &&
           outside <= static_cast<unsigned>(std::numeric_limits<int>::max());
}

// Finds what is wrong in a row that is not sound.
void checkRow(const Matrix& matrix, int row) {
    int last = -1;
    for (int at = matrix.rowStarts[row]; at < matrix.rowStarts[row + 1]; ++at) {
        const int column = matrix.columns[at];
        if (column <= last || column >= matrix.rows) {
            throw InvalidInput(linear::Fault::BadStructure,
                               "row " + std::to_string(row) + " of the operator has column " +
                                   std::to_string(column) + " after " + std::to_string(last) +
                                   "; columns ascend from 0 to " + std::to_string(matrix.rows - 1));
        }
        last = column;
        if (!std::isfinite(matrix.values[at])) {
            throw InvalidInput(linear::Fault::NotFinite, "the operator's entry in row " +
                                                             std::to_string(row) + ", column " +
                                                             std::to_string(column) + " is " +
                                                             std::to_string(matrix.values[at]));
        }
    }
}

void checkRowStarts(const Matrix& matrix) {
    if (matrix.rowStarts[0] != 0) {
        throw InvalidInput(
            linear::Fault::BadStructure,
            "the first row begins at " + std::to_string(matrix.rowStarts[0]) + " instead of 0");
    }
    for (int row = 0; row < matrix.rows; ++row) {
        if (matrix.rowStarts[row + 1] < matrix.rowStarts[row]) {
            throw InvalidInput(linear::Fault::BadStructure,
                               "row " + std::to_string(row) + " ends before it begins");
        }
    }
}

int checkedRows(linear::Operator& matrix) {
    const int rows = matrix.getNumRows();
    const int columns = matrix.getNumColumns();
    if (rows != columns) {
        throw InvalidInput(linear::Fault::NotSquare, "the operator has " + std::to_string(rows) +
                                                         " rows and " + std::to_string(columns) +
                                                         " columns; it must be square");
    }
    // rows + 1 row starts must have an int as index.
    if (rows < 1 || rows == std::numeric_limits<int>::max()) {
        throw InvalidInput(linear::Fault::Empty,
                           "the operator has " + std::to_string(rows) + " rows");
    }
    return rows;
}

}  // namespace

Matrix checkedMatrix(linear::Operator& matrix) {
    bool samePattern = false;
    return checkedMatrix(matrix, nullptr, samePattern);
}

Matrix checkedMatrix(linear::Operator& matrix, const Matrix* sound, bool& samePattern) {
    const int rows = checkedRows(matrix);
    Matrix view{rows, dense(matrix.getRowStarts(), rows + 1, "the array of row starts"), nullptr,
                nullptr};
    samePattern = sound != nullptr && sound->rows == rows &&
                  std::equal(view.rowStarts, view.rowStarts + rows + 1, sound->rowStarts);
    // Before entries() is used: it reads the last row start, which may be anything until then.
    if (!samePattern) {
        checkRowStarts(view);
    }
    const int entries = view.entries();
    view.columns = dense(matrix.getColumns(), entries, "the array of columns");
    view.values = dense(matrix.getValues(), entries, "the array of values");
    samePattern = samePattern && std::equal(view.columns, view.columns + entries, sound->columns);
    if ((samePattern || hasSoundColumns(view)) &&
        areFinite({view.values, static_cast<std::size_t>(entries)})) {
        return view;
    }
    for (int row = 0; row < rows; ++row) {
        checkRow(view, row);
    }
    return view;
}

Matrix uncheckedMatrix(linear::Operator& matrix) {
    return {matrix.getNumRows(), matrix.getRowStarts().data(), matrix.getColumns().data(),
            matrix.getValues().data()};
}

bool isSymmetric(const Matrix& matrix) {
    // Row-wise traversal meets the entries of a column in ascending order of rows. So in a
    // symmetric pattern the mirror of an entry is the first one of that row not matched yet:
    // next[column].
    std::vector<int> next(matrix.rowStarts, matrix.rowStarts + matrix.rows);
    for (int row = 0; row < matrix.rows; ++row) {
        for (int at = matrix.rowStarts[row]; at < matrix.rowStarts[row + 1]; ++at) {
            const int column = matrix.columns[at];
            const int mirror = next[static_cast<std::size_t>(column)]++;
            if (mirror >= matrix.rowStarts[column + 1] || matrix.columns[mirror] != row) {
                return false;
            }
            const double value = matrix.values[at];
            const double mirrored = matrix.values[mirror];
            if (std::abs(value - mirrored) > kMirrored * (std::abs(value) + std::abs(mirrored))) {
                return false;
            }
        }
    }
    return true;
}

bool areFinite(std::span<const double> elements) {
    // The exponent of an infinity or NaN has all bits set: one more carries into the sign.
    constexpr std::uint64_t kExponent = 0x7ff0000000000000U;
    constexpr std::uint64_t kOne = 0x0010000000000000U;
    std::uint64_t carried = 0;
    for (const double element : elements) {
        carried |= (std::bit_cast<std::uint64_t>(element) & kExponent) + kOne;
    }
    return (carried >> 63U) == 0;
}

double residual(const Matrix& matrix, std::span<const double> b, std::span<const double> x,
                std::span<double> residual) {
    for (int row = 0; row < matrix.rows; ++row) {
        double sum = b[static_cast<std::size_t>(row)];
        for (int at = matrix.rowStarts[row]; at < matrix.rowStarts[row + 1]; ++at) {
            sum -= matrix.values[at] * x[static_cast<std::size_t>(matrix.columns[at])];
        }
        residual[static_cast<std::size_t>(row)] = sum;
    }
    return norm(residual);
}

double norm(std::span<const double> vector) {
    double squares = 0;
    for (const double element : vector) {
        squares += element * element;
    }
    // The fast way, right for nearly all vectors; what is below the least normal number has lost
    // digits.
    if (squares >= std::numeric_limits<double>::min() && std::isfinite(squares)) {
        return std::sqrt(squares);
    }
    double largest = 0;
    for (const double element : vector) {
        largest = std::isnan(element) ? element : std::max(largest, std::abs(element));
        if (!std::isfinite(largest)) {
            return largest;
        }
    }
    if (largest == 0) {
        return 0;
    }
    squares = 0;
    for (const double element : vector) {
        squares += (element / largest) * (element / largest);
    }
    return largest * std::sqrt(squares);
}

}  // namespace solvers
