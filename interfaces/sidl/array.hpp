#pragma once

#include <sidl/BaseArray.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sidl {

/// The order in which the elements of a new array are in memory: row-major as in C, with the last
/// index running fastest, column-major as in Fortran, with the first.
enum class Order { RowMajor, ColumnMajor };

/// A SIDL array: N dimensions (1 to 7), each with a lower bound, a length and a stride.
///
/// Copying copies the handle: both share the elements; clone() makes independent ones. A default
/// array is empty. Elements are value-initialised. Threads may read one array together; writing
/// needs the user's own lock. Element access costs one multiplication and addition a dimension and
/// is not checked; at() is checked.
template <class T, int N = 1>
class array final : public BaseArray {
    static_assert(N >= 1 && N <= 7, "SIDL arrays have 1 to 7 dimensions");

public:
    using Shape = std::array<int, N>;

    array() = default;
    ~array() override = default;
    array(const array&) = default;
    array& operator=(const array&) = default;
    /// A moved-from array is empty.
    array(array&& other) noexcept : array() { swap(other); }
    array& operator=(array&& other) noexcept {
        array moved(std::move(other));
        swap(moved);
        return *this;
    }

    /// Lower bounds are 0; lengths are not negative. One allocation; every element is written once.
    /// Throws std::bad_alloc.
    explicit array(const Shape& lengths, Order order = Order::RowMajor)
        : lengths_(lengths), strides_(stridesOf(lengths, order)) {
        elements_ = std::make_shared<T[]>(size());
        first_ = elements_.get();
    }

    /// One dimension from values. Copies them.
    array(std::initializer_list<T> values) requires(N == 1) : array(values.begin(), values.end()) {}
    explicit array(const std::vector<T>& values) requires(N == 1)
        : array(values.begin(), values.end()) {}
    template <class Iterator>
    array(Iterator begin, Iterator end) requires(N == 1)
        : array(Shape{static_cast<int>(std::distance(begin, end))}) {
        std::copy(begin, end, first_);
    }

    /// A view of memory that someone else owns and keeps alive; strides are in elements. Allocates
    /// nothing. first may be null if a length is 0.
    static array borrow(T* first, const Shape& lengths, const Shape& strides) {
        array view;
        view.lengths_ = lengths;
        view.strides_ = strides;
        view.first_ = first;
        return view;
    }

    /// A view of elements that `owner` keeps alive; strides are in elements.
    static array share(std::shared_ptr<T[]> owner, T* first, const Shape& lengths,
                       const Shape& strides) {
        array view = borrow(first, lengths, strides);
        view.elements_ = std::move(owner);
        return view;
    }

    [[nodiscard]] int dimension() const noexcept override { return N; }
    /// Of one dimension, counted from 0, as are the next three; not checked.
    [[nodiscard]] int length(int dimension = 0) const noexcept override {
        return lengths_[position(dimension)];
    }
    [[nodiscard]] int lower(int dimension = 0) const noexcept {
        return lower_[position(dimension)];
    }
    /// The last index: one less than the first for an empty dimension.
    [[nodiscard]] int upper(int dimension = 0) const noexcept {
        return lower_[position(dimension)] + lengths_[position(dimension)] - 1;
    }
    /// The distance between neighbours in memory, in elements; may be negative.
    [[nodiscard]] int stride(int dimension = 0) const noexcept {
        return strides_[position(dimension)];
    }
    /// Moves the first index of each dimension; the elements stay.
    void setLower(const Shape& lower) noexcept { lower_ = lower; }

    /// The number of elements in all dimensions together.
    [[nodiscard]] std::size_t size() const noexcept {
        return std::accumulate(
            lengths_.begin(), lengths_.end(), std::size_t{1},
            [](std::size_t n, int length) { return n * static_cast<std::size_t>(length); });
    }
    /// Whether there are no elements.
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }

    /// The element at these indices, one for each dimension. Not checked. The elements of a const
    /// array may be changed, as it is a handle.
    template <class... Index>
    T& operator()(Index... index) const noexcept {
        static_assert(sizeof...(Index) == N, "one index for each dimension");
        return first_[offset({static_cast<int>(index)...})];
    }
    /// The same for one dimension.
    T& operator[](int index) const noexcept requires(N == 1) { return first_[offset({index})]; }

    /// As operator(); throws std::out_of_range.
    T& at(const Shape& index) const {
        for (std::size_t d = 0; d < N; ++d) {
            if (index[d] < lower_[d] || index[d] >= lower_[d] + lengths_[d]) {
                throw std::out_of_range("sidl::array: index " + std::to_string(index[d]) +
                                        " of dimension " + std::to_string(d) + " is outside [" +
                                        std::to_string(lower_[d]) + ", " +
                                        std::to_string(lower_[d] + lengths_[d] - 1) + "]");
            }
        }
        return first_[offset(index)];
    }

    /// The first element; the others follow at the strides.
    [[nodiscard]] T* data() const noexcept { return first_; }
    /// What keeps the elements alive; null for a borrowed or empty array.
    [[nodiscard]] const std::shared_ptr<T[]>& owner() const noexcept { return elements_; }
    /// Whether the elements stand without gaps in this order.
    [[nodiscard]] bool isDense(Order order) const noexcept {
        return strides_ == stridesOf(lengths_, order);
    }

    /// For range-based loops over one dimension, from the lower bound to the upper one.
    [[nodiscard]] T* begin() const noexcept requires(N == 1) { return first_; }
    /// Only for arrays with stride 1, which all but borrowed ones are.
    [[nodiscard]] T* end() const noexcept requires(N == 1) { return first_ + lengths_[0]; }
    /// A copy of the elements in their order, whatever the stride.
    [[nodiscard]] std::vector<T> toVector() const requires(N == 1) {
        std::vector<T> values(static_cast<std::size_t>(lengths_[0]));
        for (int i = 0; i < lengths_[0]; ++i) {
            values[static_cast<std::size_t>(i)] =
                first_[static_cast<std::ptrdiff_t>(i) * strides_[0]];
        }
        return values;
    }

    /// Independent elements with the same bounds, dense in the given order.
    [[nodiscard]] array clone(Order order = Order::RowMajor) const {
        array copy(lengths_, order);
        copy.lower_ = lower_;
        Shape index = lower_;
        for (std::size_t n = size(); n > 0; --n) {
            copy.first_[copy.offset(index)] = first_[offset(index)];
            advance(index);
        }
        return copy;
    }

private:
    void swap(array& other) noexcept {
        elements_.swap(other.elements_);
        std::swap(first_, other.first_);
        lower_.swap(other.lower_);
        lengths_.swap(other.lengths_);
        strides_.swap(other.strides_);
    }

    static constexpr std::size_t position(int dimension) noexcept {
        return static_cast<std::size_t>(dimension);
    }

    static Shape stridesOf(const Shape& lengths, Order order) noexcept {
        Shape strides{};
        // The product of all lengths is not a stride and need not fit.
        std::int64_t stride = 1;
        for (std::size_t n = 0; n < N; ++n) {
            const std::size_t d = order == Order::ColumnMajor ? n : N - 1 - n;
            strides[d] = static_cast<int>(stride);
            stride = strides[d] * std::int64_t{lengths[d]};
        }
        return strides;
    }

    [[nodiscard]] std::ptrdiff_t offset(const Shape& index) const noexcept {
        std::ptrdiff_t offset = 0;
        for (std::size_t d = 0; d < N; ++d) {
            offset += static_cast<std::ptrdiff_t>(index[d] - lower_[d]) * strides_[d];
        }
        return offset;
    }

    void advance(Shape& index) const noexcept {
        for (std::size_t n = 0; n < N; ++n) {
            const std::size_t d = N - 1 - n;
            if (++index[d] < lower_[d] + lengths_[d]) {
                return;
            }
            index[d] = lower_[d];
        }
    }

    std::shared_ptr<T[]> elements_;
    T* first_ = nullptr;
    Shape lower_{};
    Shape lengths_{};
    Shape strides_{};
};

}  // namespace sidl
