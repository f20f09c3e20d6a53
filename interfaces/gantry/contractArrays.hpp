#pragma once

#include <gantry/contractOperators.hpp>
#include <sidl/BaseArray.hpp>
#include <sidl/array.hpp>
#include <sidl/rarray.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

/// The functions that SIDL contracts know without a declaration. Elements are taken in the order
/// of their indices, the last index fastest, whatever the order in memory.
///
///     all(a >= 0) and size(a) == n                    in SIDL
///     all(a, greaterOrEqual, 0) && equal(size(a), n)  in the proxy
///
/// Arrays may be strided, borrowed or column-major; nothing is copied and nothing allocates. Two
/// arrays are compared index by index, in all dimensions, and only if they have the same shape;
/// lower bounds do not matter. A relation is one of contractOperators.hpp, called as relation(left,
/// right). Each function is O(number of elements), unless it says otherwise, and may be called by
/// any thread while no other one writes the elements. An exception of a relation leaves.
namespace gantry::contract {

/// Whether T is one of the arrays below; a number is not.
template <class T>
inline constexpr bool kIsArray = false;
template <class T, int N>
inline constexpr bool kIsArray<sidl::array<T, N>> = true;
template <class T, int N>
inline constexpr bool kIsArray<sidl::rarray<T, N>> = true;

/// One walk over the elements of an array. The array outlives it; its elements do not change
/// meanwhile. Each step costs an addition and a comparison. Copies walk independently from where
/// they are.
///
///     for (Elements each(array); each.more(); ++each) { use(*each); }
///
/// Invariant: left_ is the product of the lengths less the elements that were passed; at_ points to
/// the element at index_ while left_ > 0, and is not followed after that.
template <class T>
class Elements final {
public:
    /// At the first element, or at the end if a length is 0.
    template <int N>
    explicit Elements(const sidl::array<T, N>& array) : at_(array.data()), dimension_(N) {
        for (int d = 0; d < N; ++d) {
            set(d, array.length(d), array.stride(d));
        }
    }
    /// A raw array is dense and column-major: the first index is the fastest in memory.
    template <int N>
    explicit Elements(const sidl::rarray<T, N>& array) : at_(array.data()), dimension_(N) {
        std::ptrdiff_t stride = 1;
        for (int d = 0; d < N; ++d) {
            set(d, array.length(d), stride);
            stride *= array.length(d);
        }
    }

    /// Whether there is an element to read.
    [[nodiscard]] bool more() const noexcept { return left_ > 0; }
    /// How many elements have not been passed yet. Signed, as contracts count with whole numbers of
    /// SIDL.
    [[nodiscard]] std::int64_t left() const noexcept { return left_; }
    /// The present element. Only while more().
    [[nodiscard]] const T& operator*() const noexcept { return *at_; }
    /// Only while more(). Like an odometer: the last index first, each that overflows moves the one
    /// before.
    Elements& operator++() noexcept {
        if (--left_ == 0) {
            return *this;
        }
        for (std::size_t d = dimension_; d-- > 0;) {
            at_ += strides_[d];
            if (++index_[d] < lengths_[d]) {
                break;
            }
            at_ -= strides_[d] * lengths_[d];
            index_[d] = 0;
        }
        return *this;
    }
    /// Whether the other array has as many dimensions of the same lengths. Compares lengths only:
    /// strides and lower bounds may differ. O(1).
    template <class Other>
    [[nodiscard]] bool hasShapeOf(const Elements<Other>& other) const noexcept {
        return dimension_ == other.dimension_ && lengths_ == other.lengths_;
    }

private:
    template <class Other>
    friend class Elements;

    void set(int dimension, int length, std::ptrdiff_t stride) noexcept {
        lengths_[static_cast<std::size_t>(dimension)] = length;
        strides_[static_cast<std::size_t>(dimension)] = stride;
        left_ *= length;
    }

    const T* at_;
    std::size_t dimension_;
    std::int64_t left_ = 1;
    std::array<int, 7> lengths_{};
    std::array<int, 7> index_{};
    std::array<std::ptrdiff_t, 7> strides_{};
};

/// Whether the array was never given elements: a default sidl::array. O(1).
///
///     a != null        in SIDL, where passing no array is allowed
template <class Array>
bool isNull(const Array& array) noexcept {
    return array.data() == nullptr;
}
/// Whether both share their elements. Not whether elements are equal, for which there is all(a ==
/// b). The same first address and the same shape; strides are not compared. O(1).
template <class Left, class Right>
bool sameArray(const Left& left, const Right& right) noexcept {
    return static_cast<const void*>(left.data()) == static_cast<const void*>(right.data()) &&
           Elements(left).hasShapeOf(Elements(right));
}

/// The number of elements in all dimensions together. O(1), as are the shape functions below. 0 if
/// a length is 0.
///
///     size(a) == n * m        for an array of n rows and m columns
template <class Array>
std::int64_t size(const Array& array) {
    if constexpr (kIsArray<Array>) {
        return Elements(array).left();
    } else {
        std::int64_t elements = 1;
        for (int d = 0; d < array.dimension(); ++d) {
            elements *= array.length(d);
        }
        return elements;
    }
}

/// The number of dimensions; 0 for no array. Of an array<>, whose dimensions are known at run time
/// only.
inline std::int64_t dimen(const sidl::BaseArray& array) {
    return array.dimension();
}
/// As for the array it points to; 0 for null.
inline std::int64_t size(const std::shared_ptr<sidl::BaseArray>& array) {
    return array ? contract::size(*array) : 0;
}
/// As for the array it points to; 0 for null.
inline std::int64_t dimen(const std::shared_ptr<sidl::BaseArray>& array) {
    return array ? array->dimension() : 0;
}
/// Known to the compiler, as part of the type. Of a sidl::array it is that of its BaseArray.
template <class T, int N>
std::int64_t dimen(const sidl::rarray<T, N>&) {
    return N;
}

/// The first index of a dimension, counted from 0; 0 for a dimension the array does not have.
///
///     lower(a, 0) == 0 and upper(a, 0) == n - 1
template <class T, int N>
std::int64_t lower(const sidl::array<T, N>& array, std::int64_t dimension) {
    return dimension < 0 || dimension >= N ? 0 : array.lower(static_cast<int>(dimension));
}
/// Always 0: raw arrays have no lower bounds.
template <class T, int N>
std::int64_t lower(const sidl::rarray<T, N>&, std::int64_t) {
    return 0;
}
/// The last index; -1 for a dimension the array does not have.
template <class T, int N>
std::int64_t upper(const sidl::array<T, N>& array, std::int64_t dimension) {
    return dimension < 0 || dimension >= N ? -1 : array.upper(static_cast<int>(dimension));
}
/// One less than the length; -1 also for an empty dimension.
template <class T, int N>
std::int64_t upper(const sidl::rarray<T, N>& array, std::int64_t dimension) {
    return dimension < 0 || dimension >= N ? -1 : array.length(static_cast<int>(dimension)) - 1;
}
/// The distance in memory between neighbours, in elements; 0 for a dimension the array does not
/// have.
///
///     stride(a, 0) == 1        a vector without gaps, for code that passes a.data() to a library
template <class T, int N>
std::int64_t stride(const sidl::array<T, N>& array, std::int64_t dimension) {
    return dimension < 0 || dimension >= N ? 0 : array.stride(static_cast<int>(dimension));
}
/// The product of the lengths before it: column-major, 1 in dimension 0.
template <class T, int N>
std::int64_t stride(const sidl::rarray<T, N>& array, std::int64_t dimension) {
    std::int64_t product = dimension < 0 || dimension >= N ? 0 : 1;
    for (int d = 0; d < dimension && d < N; ++d) {
        product *= array.length(d);
    }
    return product;
}

/// How many elements of two arrays hold the relation in pairs; 0 for arrays of different lengths.
/// Takes both walks by value, so that the caller's stay where they are.
template <class Relation, class Left, class Right>
std::int64_t countPairs(Elements<Left> left, const Relation& relation, Elements<Right> right) {
    std::int64_t found = 0;
    for (bool both = left.hasShapeOf(right); both && left.more(); ++left, ++right) {
        found += relation(*left, *right) ? 1 : 0;
    }
    return found;
}

/// How many elements hold the relation, one side of which may be a single value. 0 for two arrays
/// of different lengths. A scalar side is passed to the relation unchanged for each element:
/// count(a, greater, 0).
///
///     count(a > 0) == n        in SIDL: count(a, greater, 0)
///     count(a == b)            of two arrays: the places in which they agree
template <class Left, class Relation, class Right>
std::int64_t count(const Left& left, const Relation& relation, const Right& right) {
    std::int64_t found = 0;
    if constexpr (kIsArray<Left> && kIsArray<Right>) {
        return countPairs(Elements(left), relation, Elements(right));
    } else if constexpr (kIsArray<Left>) {
        for (Elements each(left); each.more(); ++each) {
            found += relation(*each, right) ? 1 : 0;
        }
    } else {
        for (Elements each(right); each.more(); ++each) {
            found += relation(left, *each) ? 1 : 0;
        }
    }
    return found;
}
/// Whether every element does: true for an empty array, false for two of different lengths. Counts
/// all elements; it does not stop at the first that fails.
///
///     all(a >= low)            every element
///     all(a == b)              the same shape and the same elements
template <class Left, class Relation, class Right>
bool all(const Left& left, const Relation& relation, const Right& right) {
    if constexpr (kIsArray<Left> && kIsArray<Right>) {
        return Elements(left).hasShapeOf(Elements(right)) &&
               contract::count(left, relation, right) == contract::size(left);
    } else if constexpr (kIsArray<Left>) {
        return contract::count(left, relation, right) == contract::size(left);
    } else {
        return contract::count(left, relation, right) == contract::size(right);
    }
}
/// Whether at least one element does; false for an empty array.
///
///     any(a != 0)              not the zero vector
template <class Left, class Relation, class Right>
bool any(const Left& left, const Relation& relation, const Right& right) {
    return contract::count(left, relation, right) != 0;
}
/// Whether no element does; true for an empty array.
///
///     none(a == 0)             every element may be a divisor
template <class Left, class Relation, class Right>
bool none(const Left& left, const Relation& relation, const Right& right) {
    return contract::count(left, relation, right) == 0;
}

/// The largest element as a real number; less than every number for an empty array, NaN if any
/// element is NaN. Converted by static_cast: whole numbers beyond 2^53 are rounded. Not for complex
/// elements.
///
///     max(a) < limit           also holds for an empty array
template <class Array>
double max(const Array& array) {
    double found = -std::numeric_limits<double>::infinity();
    for (Elements each(array); each.more(); ++each) {
        const auto value = static_cast<double>(*each);
        found = value > found || std::isnan(value) ? value : found;
    }
    return found;
}
/// Greater than every number for an empty array. As max: NaN if any element is NaN.
template <class Array>
double min(const Array& array) {
    double found = std::numeric_limits<double>::infinity();
    for (Elements each(array); each.more(); ++each) {
        const auto value = static_cast<double>(*each);
        found = value < found || std::isnan(value) ? value : found;
    }
    return found;
}
/// 0 for an empty array. Added in double in the order of the elements, without compensation;
/// infinities and NaN as IEEE 754 has it.
///
///     nearEqual(sum(weights), 1, 1e-12)
template <class Array>
double sum(const Array& array) {
    double found = 0;
    for (Elements each(array); each.more(); ++each) {
        found += static_cast<double>(*each);
    }
    return found;
}

/// Whether every two neighbours hold the relation; true for fewer than two elements. Stops at the
/// first pair that does not. Neighbours across dimensions count: the array is one sequence, the
/// last index fastest. The relation is called with each element and the one after it.
template <class Array, class Relation>
bool isOrdered(const Array& array, const Relation& relation) {
    Elements each(array);
    if (!each.more()) {
        return true;
    }
    auto before = *each;
    for (++each; each.more(); ++each) {
        if (!relation(before, *each)) {
            return false;
        }
        before = *each;
    }
    return true;
}
/// No element is less than the one before it. True for equal neighbours; false where one of them is
/// NaN.
///
///     nonDecr(rowStarts)
template <class Array>
bool nonDecr(const Array& array) {
    return contract::isOrdered(array, lessOrEqual);
}
/// No element is greater than the one before it. As nonDecr, downwards.
template <class Array>
bool nonIncr(const Array& array) {
    return contract::isOrdered(array, greaterOrEqual);
}

/// low - tolerance <= value <= high + tolerance, for a number or for every element. Bounds and
/// tolerance are computed as double. False for NaN, true for an empty array.
///
///     range(x, 0, 1, 1e-9)     the ends may be missed by the tolerance
template <class Value, class Low, class High, class Tolerance>
bool range(const Value& value, const Low& low, const High& high, const Tolerance& tolerance) {
    const double least = static_cast<double>(low) - static_cast<double>(tolerance);
    const double most = static_cast<double>(high) + static_cast<double>(tolerance);
    if constexpr (kIsArray<Value>) {
        return contract::all(value, greaterOrEqual, least) &&
               contract::all(value, lessOrEqual, most);
    } else {
        return lessOrEqual(least, value) && lessOrEqual(value, most);
    }
}
/// low <= value <= high, for a number or for every element. For whole numbers: compared in 64 bits,
/// without conversion to double. True for an empty array.
///
///     irange(columns, 0, n - 1)
template <class Value, class Low, class High>
bool irange(const Value& value, const Low& low, const High& high) {
    if constexpr (kIsArray<Value>) {
        return contract::all(value, greaterOrEqual, low) && contract::all(value, lessOrEqual, high);
    } else {
        return lessOrEqual(low, value) && lessOrEqual(value, high);
    }
}
/// A whole number as a real one, others as wide() makes them. So that a difference cannot leave 64
/// bits.
template <class T>
auto unwhole(const T& value) noexcept {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<double>(value);
    } else {
        return wide(value);
    }
}
/// |left - right| <= tolerance, for two numbers or for every two elements; false for two arrays of
/// different lengths. The tolerance is absolute. Of complex numbers, the absolute value of the
/// difference counts. False if a side is NaN. If the left side is an array, the right one may be an
/// array or a number.
///
///     nearEqual(y, exact, 1e-9)        of two numbers, or of two arrays of one shape
template <class Left, class Right, class Tolerance>
bool nearEqual(const Left& left, const Right& right, const Tolerance& tolerance) {
    const auto isNear = [&tolerance](const auto& a, const auto& b) {
        return lessOrEqual(std::abs(unwhole(a) - unwhole(b)), tolerance);
    };
    if constexpr (kIsArray<Left>) {
        return contract::all(left, isNear, right);
    } else {
        return isNear(left, right);
    }
}

}  // namespace gantry::contract
