#include "LentSystem.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace gates {
namespace {

// A multiplication for each element: a hash by bytes would cost more than a solve of some systems.
class Hash final {
public:
    void add(std::uint64_t word) {
        constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
        value_ = (std::rotl(value_, 23) ^ word) * kOdd;
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0x51ab3c5dU;
};

std::uint64_t hashOfPattern(const solvers::Matrix& matrix) {
    Hash hash;
    for (int row = 0; row <= matrix.rows; ++row) {
        hash.add(static_cast<std::uint64_t>(matrix.rowStarts[row]));
    }
    const int entries = matrix.entries();
    for (int at = 0; at < entries; ++at) {
        hash.add(static_cast<std::uint64_t>(matrix.columns[at]));
    }
    return hash.value();
}

// Of the bits: a NaN equals itself here, and 0 differs from -0. In eight hashes, since each
// multiplication waits for the one before.
class ValueHash final {
public:
    // A part of the array; all but the last have a multiple of eight elements.
    void add(const double* values, std::size_t entries) {
        std::size_t at = 0;
        for (; at + parts_.size() <= entries; at += parts_.size()) {
            for (std::size_t part = 0; part < parts_.size(); ++part) {
                parts_[part].add(std::bit_cast<std::uint64_t>(values[at + part]));
            }
        }
        for (; at < entries; ++at) {
            parts_[0].add(std::bit_cast<std::uint64_t>(values[at]));
        }
    }
    [[nodiscard]] std::uint64_t value() const {
        Hash hash;
        for (const Hash& part : parts_) {
            hash.add(part.value());
        }
        return hash.value();
    }

private:
    std::array<Hash, 8> parts_;
};

std::uint64_t hashOfValues(const double* values, std::size_t entries) {
    ValueHash hash;
    hash.add(values, entries);
    return hash.value();
}

template <class T>
bool equal(const T* one, const T* other, std::size_t count) {
    return std::memcmp(one, other, count * sizeof(T)) == 0;
}

// As its arrays are, whatever its row starts say.
int entriesOf(gantry::CsrOperator& matrix) {
    return matrix.getColumns().length();
}

std::size_t bytesOf(gantry::CsrOperator& matrix) {
    return static_cast<std::size_t>(matrix.getNumRows()) * sizeof(int) +
           static_cast<std::size_t>(entriesOf(matrix)) * (sizeof(int) + sizeof(double));
}

bool hasPattern(const solvers::Matrix& one, const solvers::Matrix& other) {
    return equal(one.rowStarts, other.rowStarts, static_cast<std::size_t>(one.rows) + 1) &&
           equal(one.columns, other.columns, static_cast<std::size_t>(one.entries()));
}

}  // namespace

void LentSystem::take(linear::Operator& matrix) {
    const std::int64_t state = matrix.getState();
    // State 0 means unknown and is never equal to itself. The operator promises that equal states
    // mean equal values; prove() checks that.
    const bool known = loan_.copy && state != 0 && state == state_;
    // Until the operator is found sound, nothing is known.
    state_ = 0;
    if (known) {
        passed_ = solvers::uncheckedMatrix(matrix);
    } else {
        const std::int64_t patternState = matrix.getPatternState();
        recall(patternState);
        const solvers::Matrix lent = loan_.copy ? solvers::uncheckedMatrix(*loan_.copy)
                                                : solvers::Matrix{0, nullptr, nullptr, nullptr};
        bool samePattern = false;
        passed_ = solvers::checkedMatrix(matrix, loan_.copy ? &lent : nullptr, samePattern);
        if (!samePattern) {
            keep();
        }
        copy(samePattern);
        loan_.patternState = patternState;
    }
    state_ = state;
}

void LentSystem::recall(std::int64_t patternState) {
    if (patternState == 0 || patternState == loan_.patternState) {
        return;
    }
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Loan& loan) {
        return loan.patternState == patternState;
    });
    if (found == kept_.end()) {
        return;
    }
    std::swap(loan_, *found);
    if (found->patternState == 0) {
        kept_.erase(found);
    } else {
        std::rotate(found, found + 1, kept_.end());
    }
}

void LentSystem::keep() {
    constexpr std::size_t kMost = 15;
    constexpr std::size_t kMostBytes = std::size_t{32} << 20U;
    // Only one that recall() finds again.
    if (!loan_.copy || loan_.patternState == 0) {
        return;
    }
    kept_.push_back(std::move(loan_));
    loan_ = {};
    std::size_t bytes = 0;
    for (const Loan& loan : kept_) {
        bytes += bytesOf(*loan.copy);
    }
    while (!kept_.empty() && (kept_.size() > kMost || bytes > kMostBytes)) {
        bytes -= bytesOf(*kept_.front().copy);
        kept_.erase(kept_.begin());
    }
}

void LentSystem::copy(bool samePattern) {
    const auto entries = static_cast<std::size_t>(passed_.entries());
    if (samePattern) {
        // Set-ups of candidates that depend on the pattern alone stay valid.
        if (!equal(loan_.copy->getValues().data(), passed_.values, entries)) {
            copyValues();
        }
        return;
    }
    const auto rows = static_cast<std::size_t>(passed_.rows);
    loan_.copy = gantry::makeHeld<gantry::CsrOperator>(
        *library_, passed_.rows,
        std::vector<std::int32_t>(passed_.rowStarts, passed_.rowStarts + rows + 1),
        std::vector<std::int32_t>(passed_.columns, passed_.columns + entries),
        std::vector<double>(passed_.values, passed_.values + entries));
    loan_.pattern = hashOfPattern(passed_);
    loan_.values = hashOfValues(passed_.values, entries);
}

void LentSystem::copyValues() {
    // In parts that are in the cache from the copy when they are hashed.
    constexpr std::size_t kPart = 2048;
    std::vector<double>& values = loan_.copy->changeValues();
    ValueHash hash;
    for (std::size_t at = 0; at < values.size(); at += kPart) {
        const std::size_t length = std::min(kPart, values.size() - at);
        std::copy_n(passed_.values + at, length, values.data() + at);
        hash.add(values.data() + at, length);
    }
    loan_.values = hash.value();
}

// Whether the copy is as copy() made it: if it is, the user's operator has changed, else a
// candidate has written to the copy.
bool LentSystem::isIntact() const {
    const solvers::Matrix copied = solvers::uncheckedMatrix(*loan_.copy);
    // The pattern's hash reads as many columns as the row starts say.
    return copied.entries() == entriesOf(*loan_.copy) && hashOfPattern(copied) == loan_.pattern &&
           hashOfValues(copied.values, static_cast<std::size_t>(copied.entries())) == loan_.values;
}

bool LentSystem::isLent(const solvers::Matrix& lent, int first, int last) const {
    const int begin = passed_.rowStarts[first];
    const auto entries = static_cast<std::size_t>(passed_.rowStarts[last] - begin);
    return equal(lent.rowStarts + first, passed_.rowStarts + first,
                 static_cast<std::size_t>(last - first) + 1) &&
           equal(lent.columns + begin, passed_.columns + begin, entries) &&
           equal(lent.values + begin, passed_.values + begin, entries);
}

void LentSystem::lend(std::span<const double> guess) {
    b_.assign(right_.begin(), right_.end());
    x_.assign(guess.begin(), guess.end());
}

void LentSystem::restore(bool sameSize, bool intact) {
    if (!sameSize || (intact && !hasPattern(solvers::uncheckedMatrix(*loan_.copy), passed_))) {
        copy(false);
    } else if (intact) {
        copyValues();
    } else {
        // In its place, so that the set-ups of other candidates remain valid.
        std::copy(passed_.rowStarts, passed_.rowStarts + passed_.rows + 1,
                  loan_.copy->getRowStarts().data());
        std::copy(passed_.columns, passed_.columns + passed_.entries(),
                  loan_.copy->getColumns().data());
        std::copy(passed_.values, passed_.values + passed_.entries(),
                  loan_.copy->getValues().data());
    }
}

// For numbers whose squares overflow or underflow, and for zeros.
double LentSystem::scaledResidual(const double* x) const {
    const std::size_t rows = right_.size();
    std::vector<double> difference(rows);
    const double residual = solvers::residual(passed_, right_, {x, rows}, difference);
    const double right = solvers::norm(right_);
    // A right-hand side of zeros has no relative residual: the absolute one counts.
    return residual / (right > 0 ? right : 1);
}

// One pass over the matrix for both: the residual, and whether what was lent is still what was
// passed. In blocks of rows, which are in the cache from the comparison when the product needs
// them.
Proof LentSystem::prove(const double* x) {
    constexpr int kBlock = 256;
    Proof proof;
    const solvers::Matrix lent = solvers::uncheckedMatrix(*loan_.copy);
    // Without a new state the user may have changed anything.
    const bool sameSize = lent.rows == passed_.rows && entriesOf(*loan_.copy) == passed_.entries();
    bool same = sameSize;
    double residual = 0;
    double right = 0;
    for (int first = 0; first < passed_.rows; first += kBlock) {
        const int last = std::min(first + kBlock, passed_.rows);
        same = same && isLent(lent, first, last);
        for (int row = first; row < last; ++row) {
            double sum = right_[static_cast<std::size_t>(row)];
            right += sum * sum;
            for (int at = passed_.rowStarts[row]; at < passed_.rowStarts[row + 1]; ++at) {
                sum -= passed_.values[at] * x[passed_.columns[at]];
            }
            residual += sum * sum;
        }
    }
    const bool exact = std::isnormal(residual) && std::isnormal(right);
    proof.residual = exact ? std::sqrt(residual) / std::sqrt(right) : scaledResidual(x);
    if (!same) {
        const bool intact = isIntact();
        proof.stale = intact;
        proof.changed = intact ? "" : "the operator";
        restore(sameSize, intact);
    }
    if (!equal(b_.data(), right_.data(), right_.size())) {
        proof.changed += std::string(proof.changed.empty() ? "" : " and ") + "the right-hand side";
    }
    return proof;
}

}  // namespace gates
