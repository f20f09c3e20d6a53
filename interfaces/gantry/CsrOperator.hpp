#pragma once

#include <linear/Operator.hpp>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace gantry {

/// A linear::Operator over arrays of its own, for code that assembles matrices. The arrays are not
/// checked here but by the code that uses them. An operator that a component returns is made by
/// gantry::makeHeld. Nothing is locked: values change only while the operator is not in use.
///
///     // The 2 x 2 matrix (4 1; 0 3).
///     auto matrix = gantry::makeHeld<gantry::CsrOperator>(
///         *library_, 2, std::vector{0, 2, 3}, std::vector{0, 1, 1}, std::vector{4.0, 1.0, 3.0});
///
/// Format: compressed sparse rows, indices from 0. rowStarts has rows + 1 numbers that ascend from
/// 0 to the number of entries; columns and values have one element for each entry, the columns of a
/// row in ascending order.
class CsrOperator final : public linear::Operator {
public:
    /// As linear::Operator describes the arrays; rows is rowStarts.size() - 1. Takes the arrays
    /// over; nothing is copied where they are moved in. Draws its first state from the system's
    /// random numbers. Throws what std::random_device throws.
    CsrOperator(std::int32_t numColumns, std::vector<std::int32_t> rowStarts,
                std::vector<std::int32_t> columns, std::vector<double> values)
        : numColumns_(numColumns),
          rowStarts_(std::move(rowStarts)),
          columns_(std::move(columns)),
          values_(std::move(values)) {}
    /// A copy of the arrays with states of its own: either operator may change.
    CsrOperator(const CsrOperator& other)
        : CsrOperator(other.numColumns_, other.rowStarts_, other.columns_, other.values_) {}
    CsrOperator& operator=(const CsrOperator&) = delete;

    /// As linear::Operator describes them; views of this object's arrays, valid as long as it
    /// lives. 0 for an operator without row starts. O(1) and no allocation, as all getters here; a
    /// getter never throws.
    std::int32_t getNumRows() override {
        return rowStarts_.empty() ? 0 : static_cast<std::int32_t>(rowStarts_.size()) - 1;
    }
    std::int32_t getNumColumns() override { return numColumns_; }
    sidl::array<std::int32_t> getRowStarts() override { return view(rowStarts_); }
    sidl::array<std::int32_t> getColumns() override { return view(columns_); }
    sidl::array<double> getValues() override { return view(values_); }
    /// The state changes with the values, the pattern state never does. Unique among operators with
    /// overwhelming probability: a random number of 62 bits for the first state, counted up by each
    /// change. Never 0.
    std::int64_t getState() override { return origin_ + changes_; }
    std::int64_t getPatternState() override { return origin_; }

    /// The values, to be changed in their places; the operator has a new state. Call it before each
    /// round of changes, also through a reference that is still there: solvers compare states, not
    /// values. Do not change its size. Views that were handed out show the new values.
    std::vector<double>& changeValues() {
        ++changes_;
        return values_;
    }

private:
    // Without an owner: an array that keeps the operator alive would cost an allocation in each
    // call.
    template <class T>
    static sidl::array<T> view(std::vector<T>& elements) {
        return sidl::array<T>::borrow(elements.data(), {static_cast<int>(elements.size())}, {1});
    }

    /// Where an operator's states begin, so far from those of any other that they do not meet.
    /// Positive, and at most 2^62.
    static std::int64_t origin() {
        std::random_device source;
        const std::uint64_t high = source();
        const std::uint64_t low = source();
        return static_cast<std::int64_t>((((high << 32U) | low) >> 1U) | 1U) / 2 + 1;
    }

    std::int32_t numColumns_;
    std::vector<std::int32_t> rowStarts_;
    std::vector<std::int32_t> columns_;
    std::vector<double> values_;
    // Of the pattern, and of the first values.
    std::int64_t origin_ = origin();
    // Not atomic: see the class.
    std::int64_t changes_ = 0;
};

}  // namespace gantry
