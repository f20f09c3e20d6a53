#pragma once

// A part of Convert.hpp.

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace gantry::c {

/// The target of a C array's `owner` pointer: one reference to the elements. Every view has its
/// own, so that freeing one view leaves the others. Allocated with new, except inside View and
/// GenericView. So a C array is a plain struct that can be copied, while its elements are counted:
/// NAME_share makes another ArrayOwner, NAME_free deletes one. Never null in a C array that owns
/// its elements; null `owner`: the array borrows.
struct ArrayOwner {
    std::shared_ptr<void> elements;
};

/// True if the elements have the memory layout of C: such arrays are passed without a copy. The
/// others (strings, objects, structs) are converted element by element. Enumerators count as well,
/// since both languages store them as an int.
template <class T, class Element>
inline constexpr bool kSameLayout =
    std::is_same_v<T, Element> || std::is_enum_v<T> || std::is_same_v<Element, sidl_fcomplex> ||
    std::is_same_v<Element, sidl_dcomplex>;

/// The type of the elements of a C array.
template <class C>
using ElementOf = std::remove_pointer_t<decltype(C::first)>;

/// Throws std::invalid_argument with both numbers.
[[noreturn]] void throwWrongDimension(int expected, int found);

/// Elements of C, all empty, that are freed with their last owner; each is released as a Cpp first.
/// Throws std::bad_alloc. The deleter knows the number of elements, which the array struct may have
/// changed by a slice.
template <class Cpp, class C>
std::shared_ptr<C[]> newElements(std::size_t size) {
    return std::shared_ptr<C[]>(new C[size](), [size](C* elements) {
        std::for_each(elements, elements + size, [](C& each) { release<Cpp>(each); });
        delete[] elements;
    });
}

/// The bounds of an array in C: dimension, lower bounds, lengths, and strides in elements. The
/// pointers `first` and `owner` stay null. Costs no allocation. C arrays have room for
/// SIDL_MAX_DIMENSION entries; those behind N stay 0.
template <class C, class T, int N>
C boundsOf(const sidl::array<T, N>& array) noexcept {
    C result{};
    result.dimension = N;
    for (int d = 0; d < N; ++d) {
        result.lower[d] = array.lower(d);
        result.length[d] = array.length(d);
        result.stride[d] = array.stride(d);
    }
    return result;
}

/// Arrays. With the same layout toC and toCpp share the elements and cost one allocation for the
/// owner; otherwise both copy all elements. toCpp of an array without an owner borrows: the result
/// is valid as long as the lender's memory. An array of dimension 0 is the empty array. An example
/// of who owns what: a component in C returns an array that it made with NAME_create. toCpp shares
/// its elements, release() drops the owner of the C array, and the C++ array is then the only
/// owner.
template <class T, int N, class C>
struct Convert<sidl::array<T, N>, C> {
    using Array = sidl::array<T, N>;
    using Shape = typename Array::Shape;
    using Element = ElementOf<C>;

    /// Throws std::bad_alloc. The result has the bounds of the C++ array; where it is a copy, it is
    /// row-major.
    static C toC(const Array& array) {
        if constexpr (kSameLayout<T, Element>) {
            C result = boundsOf<C>(array);
            result.first = reinterpret_cast<Element*>(array.data());
            result.owner = array.owner() ? new ArrayOwner{array.owner()} : nullptr;
            return result;
        } else {
            // Contiguous, in row-major order.
            const Array dense = array.clone();
            const auto elements = newElements<T, Element>(dense.size());
            std::transform(dense.data(), dense.data() + dense.size(), elements.get(),
                           [](const T& each) { return c::toC<Element>(each); });
            C result = boundsOf<C>(dense);
            result.first = elements.get();
            result.owner = new ArrayOwner{elements};
            return result;
        }
    }

    /// Throws std::invalid_argument if the array has another number of dimensions than N. Throws
    /// std::bad_alloc.
    static Array toCpp(const C& array) {
        if (array.dimension == 0) {
            return {};
        }
        if (array.dimension != N) {
            throwWrongDimension(N, array.dimension);
        }
        Shape lower;
        Shape lengths;
        Shape strides;
        // Bounds and strides are those of the sender, and are not checked: C arrays come from
        // code of this process.
        std::copy_n(array.lower, N, lower.begin());
        std::copy_n(array.length, N, lengths.begin());
        std::copy_n(array.stride, N, strides.begin());
        Array result = elementsOf(array, lengths, strides);
        result.setLower(lower);
        return result;
    }

    // The elements go with their last owner, which may be another array.
    static void release(C& array) noexcept {
        delete static_cast<ArrayOwner*>(array.owner);
        array = {};
    }

private:
    /// Does not set the lower bounds.
    static Array elementsOf(const C& array, const Shape& lengths, const Shape& strides) {
        if constexpr (kSameLayout<T, Element>) {
            T* const first = reinterpret_cast<T*>(array.first);
            const auto* owner = static_cast<const ArrayOwner*>(array.owner);
            return owner == nullptr ? Array::borrow(first, lengths, strides)
                                    : Array::share(std::shared_ptr<T[]>(owner->elements, first),
                                                   first, lengths, strides);
        } else {
            const auto source = sidl::array<Element, N>::borrow(array.first, lengths, strides);
            const auto dense = source.clone();
            Array result(lengths);
            std::transform(dense.data(), dense.data() + dense.size(), result.data(),
                           [](const Element& each) { return c::toCpp<T>(each); });
            return result;
        }
    }
};

/// An rarray as a member of a struct: the same memory in both, never owned. Column-major and dense
/// with lower bounds 0, so strides from C are ignored. toCpp throws std::invalid_argument for
/// another number of dimensions. The strides are written for C all the same, so that it can index
/// an rarray as any other array.
template <class T, int N, class C>
struct Convert<sidl::rarray<T, N>, C> {
    /// Allocates nothing: `first` is the caller's memory, and `owner` null.
    static C toC(const sidl::rarray<T, N>& array) noexcept {
        C result{};
        result.first = reinterpret_cast<ElementOf<C>*>(array.data());
        result.dimension = N;
        std::int32_t stride = 1;
        for (int d = 0; d < N; ++d) {
            result.length[d] = array.length(d);
            result.stride[d] = stride;
            stride *= array.length(d);
        }
        return result;
    }
    static sidl::rarray<T, N> toCpp(const C& array) {
        if (array.dimension != 0 && array.dimension != N) {
            throwWrongDimension(N, array.dimension);
        }
        std::array<int, N> lengths;
        std::copy_n(array.length, N, lengths.begin());
        // The caller's memory: valid for the call.
        return {reinterpret_cast<T*>(array.first), lengths};
    }
    /// Frees nothing.
    static void release(C& array) noexcept { array = {}; }
};

/// A C++ array for C during one call: without allocation if the elements have the memory layout of
/// C. The array outlives this object. C may keep the elements with NAME_share, which makes an owner
/// of its own. Costs nothing beyond filling the struct. For arrays that are converted it is as a
/// Temporary.
///
///     const View<sidl::array<double, 1>, sidl_double__array> values(array);
///     norm(values.get());    // a function in C
template <class Cpp, class C>
class View final {
public:
    /// Throws only where the elements are converted: std::bad_alloc.
    explicit View(const Cpp& array) {
        if constexpr (kShared) {
            value_ = boundsOf<C>(array);
            value_.first = reinterpret_cast<ElementOf<C>*>(array.data());
            if (array.owner()) {
                owner_.elements = array.owner();
                value_.owner = &owner_;
            }
        } else {
            value_ = toC<C>(array);
        }
    }
    // Elements in place belong to the array that was passed; only a converted copy is ours.
    ~View() {
        if constexpr (!kShared) {
            release<Cpp>(value_);
        }
    }
    View(const View&) = delete;
    View& operator=(const View&) = delete;

    /// Valid as long as this object; not to be freed by C.
    [[nodiscard]] const C* get() const noexcept { return &value_; }

private:
    static constexpr bool kShared =
        kSameLayout<std::remove_pointer_t<decltype(std::declval<Cpp>().data())>, ElementOf<C>>;

    ArrayOwner owner_;
    C value_{};
};

/// A generic array for C during one call, without allocation. The array outlives this object.
/// Throws std::invalid_argument for element types that are not available in C (strings, objects,
/// structs, enums). Tries the element types one after the other, by typeid; at most 63 comparisons.
class GenericView final {
public:
    /// array: one of those that array<> of SIDL may be.
    explicit GenericView(const sidl::BaseArray& array);
    /// Valid as long as this object; not to be freed by C.
    [[nodiscard]] const sidl_generic_array* get() const noexcept { return &value_; }

private:
    // Fill value_ and return true if the array is a sidl::array of T (with N, or any, dimensions).
    template <class T, int N>
    bool view(const sidl::BaseArray& array, sidl_element element);
    template <class T>
    bool viewAny(const sidl::BaseArray& array, sidl_element element);

    ArrayOwner owner_;
    sidl_generic_array value_{};
};

/// The array that C passed as array<>, sharing its elements: as toCpp of the array's own type.
/// Throws std::invalid_argument for null, for an unknown element type and for other than 1 to 7
/// dimensions. The result has the type sidl::array<T, N> that element and dimension name, so that a
/// callee may cast it. It keeps the elements where the array has an owner, and borrows them else.
std::unique_ptr<sidl::BaseArray> genericArray(const sidl_generic_array* array);

/// NAME_create: new elements, all empty, lower bounds 0. The empty array for an invalid dimension
/// or length, for more than INT32_MAX elements, and without memory. dimension: 1 to
/// SIDL_MAX_DIMENSION; length: as many lengths, none negative.
///
///     const int32_t length[2] = {rows, columns};
///     sidl_double__array a = sidl_double__array_create(2, length, sidl_order_row_major);
///     ...
///     sidl_double__array_free(&a);
template <class Cpp, class C>
C createArray(std::int32_t dimension, const std::int32_t* length, sidl_order order) noexcept {
    C result{};
    // In 64 bits, so that the product of two lengths cannot overflow before it is checked.
    std::int64_t size = 1;
    bool valid = dimension >= 1 && dimension <= SIDL_MAX_DIMENSION && length != nullptr;
    for (std::int32_t n = 0; valid && n < dimension; ++n) {
        // The dimension whose index runs fastest comes first: strides grow from there.
        const std::int32_t d = order == sidl_order_column_major ? n : dimension - 1 - n;
        result.length[d] = length[d];
        result.stride[d] = static_cast<std::int32_t>(size);
        size *= length[d];
        valid = length[d] >= 0 && size <= INT32_MAX;
    }
    try {
        if (valid) {
            const auto elements = newElements<Cpp, ElementOf<C>>(static_cast<std::size_t>(size));
            result.dimension = dimension;
            result.first = elements.get();
            result.owner = new ArrayOwner{elements};
            return result;
        }
    } catch (...) {
        return {};
    }
    return {};
}

/// NAME_borrow: a view without an owner; lower bounds 0, strides in elements. The empty array for
/// an invalid dimension or null bounds; lengths and strides are not checked. The memory must hold
/// all elements that bounds and strides reach, and outlive the array and what was made of it
/// without a copy. Costs nothing; such an array need not be freed.
template <class C>
C borrowArray(ElementOf<C>* first, std::int32_t dimension, const std::int32_t* length,
              const std::int32_t* stride) noexcept {
    C result{};
    if (dimension >= 1 && dimension <= SIDL_MAX_DIMENSION && length != nullptr &&
        stride != nullptr) {
        result.first = first;
        result.dimension = dimension;
        std::copy_n(length, dimension, result.length);
        std::copy_n(stride, dimension, result.stride);
    }
    return result;
}

/// NAME_share: another owner of the same elements. A borrowed array stays borrowed. The empty array
/// for null and without memory. To be used by a callee that keeps an array it was passed: the
/// caller frees its own. Costs one allocation and no copy of elements.
template <class C>
C shareArray(const C* array) noexcept {
    C result = given(array);
    try {
        if (result.owner != nullptr) {
            result.owner = new ArrayOwner(*static_cast<const ArrayOwner*>(result.owner));
        }
    } catch (...) {
        return {};
    }
    return result;
}

/// NAME_free: drops this array's owner and empties the array, so that a second call does nothing.
/// Null and an array without owner are allowed. The elements go with their last owner.
template <class C>
void freeArray(C* array) noexcept {
    if (array != nullptr) {
        delete static_cast<ArrayOwner*>(array->owner);
        *array = {};
    }
}

}  // namespace gantry::c

/// Defines the functions that SIDL_ARRAY_FUNCTIONS declares; Cpp is the type of the elements in
/// C++.
// NOLINTBEGIN(bugprone-macro-parentheses): name is a type
#define GANTRY_C_ARRAY(name, Cpp)                                                    \
    name name##_create(int32_t dimension, const int32_t* length, sidl_order order) { \
        return gantry::c::createArray<Cpp, name>(dimension, length, order);          \
    }                                                                                \
    name name##_borrow(gantry::c::ElementOf<name>* first, int32_t dimension,         \
                       const int32_t* length, const int32_t* stride) {               \
        return gantry::c::borrowArray<name>(first, dimension, length, stride);       \
    }                                                                                \
    name name##_share(const name* array) {                                           \
        return gantry::c::shareArray(array);                                         \
    }                                                                                \
    void name##_free(name* array) {                                                  \
        gantry::c::freeArray(array);                                                 \
    }
// NOLINTEND(bugprone-macro-parentheses)
