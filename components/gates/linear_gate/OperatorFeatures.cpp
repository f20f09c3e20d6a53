#include "OperatorFeatures.hpp"

#include <base/hash/Fnv1a.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "levelWidth.hpp"

namespace gates {
namespace {

struct Matrix {
    explicit Matrix(linear::Operator& matrix)
        : rows(matrix.getNumRows()),
          starts(matrix.getRowStarts()),
          columns(matrix.getColumns()),
          values(matrix.getValues()) {}

    int rows;
    sidl::array<std::int32_t> starts;
    sidl::array<std::int32_t> columns;
    sidl::array<double> values;

    [[nodiscard]] int nonzeros() const { return starts[rows]; }
    /// Where row has that column; -1 where it has not.
    [[nodiscard]] int find(int row, int column) const {
        const std::int32_t* const first = columns.data() + starts[row];
        const std::int32_t* const last = columns.data() + starts[row + 1];
        const std::int32_t* const found = std::lower_bound(first, last, column);
        return found != last && *found == column ? static_cast<int>(found - columns.data()) : -1;
    }
};

std::uint64_t hashOf(const Matrix& matrix) {
    gantry::base::Fnv1a64 hash;
    const auto add = [&hash](std::int32_t number) { hash.add(static_cast<std::uint32_t>(number)); };
    for (int row = 0; row <= matrix.rows; ++row) {
        add(matrix.starts[row]);
    }
    const int nonzeros = matrix.nonzeros();
    for (int i = 0; i < nonzeros; ++i) {
        add(matrix.columns[i]);
    }
    return hash.value();
}

struct Figures {
    double symmetric = 0;
    double positiveDiagonal = 0;
    /// How far the diagonal is above the rest of its row, smallest and as an order of
    /// magnitude.
    double dominance = 0;
    double diagonalSpread = 0;
    double rowSpread = 0;
    /// The share of rows whose diagonal entry is below the sum of the others.
    double weakRows = 0;
    /// The share of entries beside the diagonal that have its sign.
    double sameSign = 0;
    double fullestRow = 0;
};

double orderOf(double number) {
    constexpr double kLeast = 1e-12;
    constexpr double kMost = 1e12;
    return std::log10(std::clamp(std::abs(number), kLeast, kMost));
}

// Evenly spread over the matrix, as its ends are often special.
int stepOf(const Matrix& matrix) {
    constexpr int kMostRows = 300;
    return std::max(1, matrix.rows / kMostRows);
}

// Where the mirrored entry of each entry of the rows that are looked at is; -1: there is none. A
// binary search for each, as columns of a row are sorted.
std::vector<int> mirrorsOf(const Matrix& matrix) {
    std::vector<int> mirrors;
    const int step = stepOf(matrix);
    for (int row = 0; row < matrix.rows; row += step) {
        for (int at = matrix.starts[row]; at < matrix.starts[row + 1]; ++at) {
            mirrors.push_back(matrix.find(matrix.columns[at], row));
        }
    }
    return mirrors;
}

// What the entries of one row amount to.
struct RowFigures {
    double diagonal = 0;
    double others = 0;  // sum of sizes beside the diagonal
    double most = 0;
    double fewest = std::numeric_limits<double>::infinity();
    int entries = 0;  // beside the diagonal
    int mirrored = 0;
    int sameSign = 0;
};

RowFigures rowOf(const Matrix& matrix, int row, std::vector<int>::const_iterator& mirrorOfNext) {
    RowFigures figures;
    for (int at = matrix.starts[row]; at < matrix.starts[row + 1]; ++at) {
        const double value = matrix.values[at];
        const int mirror = *mirrorOfNext++;
        if (matrix.columns[at] == row) {
            figures.diagonal = value;
            continue;
        }
        const double size = std::abs(value);
        figures.others += size;
        figures.most = std::max(figures.most, size);
        figures.fewest = size > 0 ? std::min(figures.fewest, size) : figures.fewest;
        constexpr double kRounding = 1e-12;
        const double equal = kRounding * std::max(size, std::abs(figures.diagonal));
        const bool isMirrored = mirror >= 0 && std::abs(matrix.values[mirror] - value) <= equal;
        figures.mirrored += isMirrored ? 1 : 0;
        ++figures.entries;
    }
    // The diagonal entry is known only now.
    for (int at = matrix.starts[row]; at < matrix.starts[row + 1]; ++at) {
        const bool isOther = matrix.columns[at] != row;
        figures.sameSign += isOther && matrix.values[at] * figures.diagonal > 0 ? 1 : 0;
    }
    return figures;
}

Figures figuresOf(const Matrix& matrix, const std::vector<int>& mirrors) {
    const int step = stepOf(matrix);
    auto mirrorOfNext = mirrors.begin();
    Figures figures;
    int sampled = 0;
    int entries = 0;
    int mirrored = 0;
    int positive = 0;
    int sameSign = 0;
    int weak = 0;
    int fullest = 0;
    double excess = 0;
    double spread = 0;
    double largest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int row = 0; row < matrix.rows; row += step, ++sampled) {
        const RowFigures in = rowOf(matrix, row, mirrorOfNext);
        const double diagonal = std::abs(in.diagonal);
        entries += in.entries;
        mirrored += in.mirrored;
        sameSign += in.sameSign;
        positive += in.diagonal > 0 ? 1 : 0;
        constexpr double kEqual = 1 - 1e-9;
        weak += diagonal < kEqual * in.others ? 1 : 0;
        fullest = std::max(fullest, matrix.starts[row + 1] - matrix.starts[row]);
        largest = std::max(largest, diagonal);
        least = std::min(least, diagonal);
        excess += in.others > 0 ? std::max(0.0, diagonal / in.others - 1) : 1;
        spread += in.most > 0 ? orderOf(in.most / in.fewest) : 0;
    }
    const double count = std::max(1, sampled);
    figures.symmetric = entries > 0 ? static_cast<double>(mirrored) / entries : 1;
    figures.positiveDiagonal = positive / count;
    figures.dominance = orderOf(excess / count);
    // 12: a zero on the diagonal counts as the largest spread there is, see orderOf().
    figures.diagonalSpread = least > 0 ? orderOf(largest / least) : 12;
    figures.rowSpread = spread / count;
    figures.weakRows = weak / count;
    figures.sameSign = entries > 0 ? static_cast<double>(sameSign) / entries : 0;
    figures.fullestRow = fullest;
    return figures;
}

}  // namespace

const Context& OperatorFeatures::of(linear::Operator& matrix) {
    const std::int64_t state = matrix.getState();
    // State 0 means unknown and is never equal to itself.
    if (state != 0 && state == state_) {
        return context_;
    }
    const Matrix view(matrix);
    const std::int64_t patternState = matrix.getPatternState();
    if (patternState == 0 || patternState != patternState_) {
        patternHash_ = hashOf(view);
        width_ = levelWidth({view.starts.data(), static_cast<std::size_t>(view.rows) + 1},
                            view.columns.data());
        mirrors_ = mirrorsOf(view);
        patternState_ = patternState;
    }
    const Figures figures = figuresOf(view, mirrors_);
    const double perRow = static_cast<double>(view.nonzeros()) / std::max(1, view.rows);
    // Orders of magnitude only: operators of one sequence, whose values drift, remain one context.
    context_.key = "n=" + std::to_string(view.rows) + " nnz=" + std::to_string(view.nonzeros()) +
                   " pattern=" + std::to_string(patternHash_) +
                   (figures.symmetric == 1 ? " symmetric" : " unsymmetric") +
                   (figures.positiveDiagonal == 1 ? "" : " indefinite") + " dominance=1e" +
                   std::to_string(std::lround(figures.dominance)) + " diagonal=1e" +
                   std::to_string(std::lround(figures.diagonalSpread)) + " row=1e" +
                   std::to_string(std::lround(figures.rowSpread));
    // Sizes as logarithms, so that distances between contexts compare ratios.
    context_.featureNames = {"rows",      "perRow",         "symmetric", "positiveDiagonal",
                             "dominance", "diagonalSpread", "rowSpread", "weakRows",
                             "sameSign",  "fullestRow",     "width"};
    context_.features = {std::log10(std::max(1, view.rows)),
                         std::log10(std::max(1.0, perRow)),
                         figures.symmetric,
                         figures.positiveDiagonal,
                         figures.dominance,
                         figures.diagonalSpread,
                         figures.rowSpread,
                         figures.weakRows,
                         figures.sameSign,
                         std::log10(std::max(1.0, figures.fullestRow)),
                         std::log10(std::max(1.0, width_))};
    state_ = state;
    return context_;
}

}  // namespace gates
