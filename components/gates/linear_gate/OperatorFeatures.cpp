#include "OperatorFeatures.hpp"

#include <base/hash/Fnv1a.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "levelWidth.hpp"

namespace gates {

namespace {

using solvers::Matrix;

/// Where row has that column; -1 where it has not.
int find(const Matrix& matrix, int row, int column) {
    const int* const first = matrix.columns + matrix.rowStarts[row];
    const int* const last = matrix.columns + matrix.rowStarts[row + 1];
    const int* const found = std::lower_bound(first, last, column);
    return found != last && *found == column ? static_cast<int>(found - matrix.columns) : -1;
}

std::uint64_t hashOf(const Matrix& matrix) {
    gantry::base::Fnv1a64 hash;
    const auto add = [&hash](std::int32_t number) { hash.add(static_cast<std::uint32_t>(number)); };
    for (int row = 0; row <= matrix.rows; ++row) {
        add(matrix.rowStarts[row]);
    }
    const int entries = matrix.entries();
    for (int i = 0; i < entries; ++i) {
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

// The figures and the key are of that many rows, or of fewer than twice as many. The key is
// computed for each state of an operator, and a solve may take a few microseconds only.
constexpr int kRowsOfFigures = 300;
constexpr int kRowsOfKey = 50;

// Evenly spread over the matrix, as its ends are often special. A binary search for each entry, as
// columns of a row are sorted.
SampledPlaces placesOf(const Matrix& matrix, int fewestRows) {
    SampledPlaces places;
    places.step = std::max(1, matrix.rows / fewestRows);
    for (int row = 0; row < matrix.rows; row += places.step) {
        places.diagonals.push_back(find(matrix, row, row));
        for (int at = matrix.rowStarts[row]; at < matrix.rowStarts[row + 1]; ++at) {
            places.mirrors.push_back(find(matrix, matrix.columns[at], row));
        }
    }
    return places;
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

// diagonal: the place of the diagonal entry; -1: there is none.
RowFigures rowOf(const Matrix& matrix, int row, int diagonal, const int* mirrors) {
    constexpr double kRounding = 1e-12;
    RowFigures figures;
    const int first = matrix.rowStarts[row];
    const int end = matrix.rowStarts[row + 1];
    figures.diagonal = diagonal >= 0 ? matrix.values[diagonal] : 0;
    figures.entries = end - first - (diagonal >= 0 ? 1 : 0);
    const double ofDiagonal = kRounding * std::abs(figures.diagonal);
    // Without branches that depend on the values.
    const auto add = [&](int from, int to) {
        for (int at = from; at < to; ++at) {
            const double value = matrix.values[at];
            const double size = std::abs(value);
            figures.others += size;
            figures.most = std::max(figures.most, size);
            figures.fewest =
                std::min(figures.fewest, size > 0 ? size : std::numeric_limits<double>::infinity());
            figures.sameSign += static_cast<int>(value * figures.diagonal > 0);
            const int mirror = mirrors[at - first];
            const double apart = std::abs(matrix.values[std::max(mirror, 0)] - value);
            figures.mirrored += static_cast<int>(mirror >= 0) &
                                static_cast<int>(apart <= std::max(kRounding * size, ofDiagonal));
        }
    };
    add(first, diagonal >= 0 ? diagonal : first);
    add(diagonal >= 0 ? diagonal + 1 : first, end);
    return figures;
}

// The sum of orders of ratios. A logarithm costs more than all else that is done with a row, so
// there is one for the product of many.
class Orders final {
public:
    /// ratio: at least 1.
    void add(double ratio) {
        product_ *= std::min(ratio, kMost);
        if (product_ > kLarge) {
            sum_ += std::log10(product_);
            product_ = 1;
        }
    }
    [[nodiscard]] double sum() const { return sum_ + std::log10(product_); }

private:
    static constexpr double kMost = 1e12;
    static constexpr double kLarge = 1e280;

    double product_ = 1;
    double sum_ = 0;
};

Figures figuresOf(const Matrix& matrix, const SampledPlaces& places) {
    const int* mirrors = places.mirrors.data();
    Figures figures;
    int sampled = 0;
    int entries = 0;
    int mirrored = 0;
    int positive = 0;
    int sameSign = 0;
    int weak = 0;
    int fullest = 0;
    double excess = 0;
    Orders spread;
    double largest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int row = 0; row < matrix.rows; row += places.step, ++sampled) {
        const RowFigures in =
            rowOf(matrix, row, places.diagonals[static_cast<std::size_t>(sampled)], mirrors);
        const int length = matrix.rowStarts[row + 1] - matrix.rowStarts[row];
        mirrors += length;
        const double diagonal = std::abs(in.diagonal);
        entries += in.entries;
        mirrored += in.mirrored;
        sameSign += in.sameSign;
        positive += in.diagonal > 0 ? 1 : 0;
        constexpr double kEqual = 1 - 1e-9;
        weak += diagonal < kEqual * in.others ? 1 : 0;
        fullest = std::max(fullest, length);
        largest = std::max(largest, diagonal);
        least = std::min(least, diagonal);
        excess += in.others > 0 ? std::max(0.0, diagonal / in.others - 1) : 1;
        if (in.most > 0) {
            spread.add(in.most / in.fewest);
        }
    }
    const double count = std::max(1, sampled);
    figures.symmetric = entries > 0 ? static_cast<double>(mirrored) / entries : 1;
    figures.positiveDiagonal = positive / count;
    figures.dominance = orderOf(excess / count);
    // 12: a zero on the diagonal counts as the largest spread there is, see orderOf().
    figures.diagonalSpread = least > 0 ? orderOf(largest / least) : 12;
    figures.rowSpread = spread.sum() / count;
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
        return patterns_.back().context;
    }
    state_ = 0;
    const Matrix view = solvers::uncheckedMatrix(matrix);
    recall(view, matrix.getPatternState());
    Pattern& pattern = patterns_.back();
    const Figures few = figuresOf(view, pattern.ofKey);
    // Orders of magnitude only: operators of one sequence, whose values drift, remain one context.
    const Kind kind{few.symmetric == 1, few.positiveDiagonal == 1, std::lround(few.dominance),
                    std::lround(few.diagonalSpread), std::lround(few.rowSpread)};
    if (pattern.context.key.empty() || kind != pattern.kind) {
        enterKind(pattern, view, kind);
    }
    state_ = state;
    return pattern.context;
}

void OperatorFeatures::recall(const Matrix& view, std::int64_t patternState) {
    constexpr std::size_t kMostPatterns = 16;
    if (!patterns_.empty() && patternState != 0 && patterns_.back().state == patternState) {
        return;
    }
    const auto found = std::find_if(patterns_.begin(), patterns_.end(), [&](const Pattern& known) {
        return patternState != 0 && known.state == patternState;
    });
    if (found != patterns_.end()) {
        std::rotate(found, found + 1, patterns_.end());
        return;
    }
    Pattern entered = patternOf(view);
    entered.state = patternState;
    if (patterns_.size() == kMostPatterns) {
        patterns_.erase(patterns_.begin());
    }
    patterns_.push_back(std::move(entered));
}

void OperatorFeatures::enterKind(Pattern& pattern, const Matrix& view, const Kind& kind) {
    pattern.kind = kind;
    pattern.context.key = pattern.key + (kind.symmetric ? " symmetric" : " unsymmetric") +
                          (kind.positive ? "" : " indefinite") + " dominance=1e" +
                          std::to_string(kind.dominance) + " diagonal=1e" +
                          std::to_string(kind.diagonal) + " row=1e" + std::to_string(kind.row);
    const Figures figures = figuresOf(view, pattern.ofFigures);
    const std::array values{figures.symmetric, figures.positiveDiagonal,
                            figures.dominance, figures.diagonalSpread,
                            figures.rowSpread, figures.weakRows,
                            figures.sameSign,  std::log10(std::max(1.0, figures.fullestRow))};
    for (std::size_t i = 0; i < values.size(); ++i) {
        pattern.context.features[static_cast<int>(i) + 2] = values[i];
    }
}

OperatorFeatures::Pattern OperatorFeatures::patternOf(const Matrix& view) {
    const double perRow = static_cast<double>(view.entries()) / std::max(1, view.rows);
    const double width =
        levelWidth({view.rowStarts, static_cast<std::size_t>(view.rows) + 1}, view.columns);
    Pattern pattern;
    pattern.ofFigures = placesOf(view, kRowsOfFigures);
    pattern.ofKey = placesOf(view, kRowsOfKey);
    pattern.key = "n=" + std::to_string(view.rows) + " nnz=" + std::to_string(view.entries()) +
                  " pattern=" + std::to_string(hashOf(view));
    pattern.context.featureNames = {"rows",      "perRow",         "symmetric", "positiveDiagonal",
                                    "dominance", "diagonalSpread", "rowSpread", "weakRows",
                                    "sameSign",  "fullestRow",     "width"};
    // Sizes as logarithms, so that distances between contexts compare ratios. The others are of
    // the values.
    pattern.context.features = {std::log10(std::max(1, view.rows)),
                                std::log10(std::max(1.0, perRow)),
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                std::log10(std::max(1.0, width))};
    return pattern;
}

}  // namespace gates
