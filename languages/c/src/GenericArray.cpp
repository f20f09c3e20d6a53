#include <c/Convert.hpp>

#include <string>
#include <typeinfo>
#include <utility>

namespace gantry::c {
namespace {

// The dimension of an array<> is known at run time only, that of a sidl::array is part of its type:
// each combination of element and dimension is compiled here once.
template <class T, class C, int N>
std::unique_ptr<sidl::BaseArray> newArray(const sidl_any__array& array) {
    C typed{};
    // Copied member by member: sidl_any__array and the typed struct differ in the type of `first`,
    // so a cast of the struct would break the aliasing rules.
    typed.first = static_cast<ElementOf<C>*>(array.first);
    typed.dimension = array.dimension;
    std::copy_n(array.lower, N, typed.lower);
    std::copy_n(array.length, N, typed.length);
    std::copy_n(array.stride, N, typed.stride);
    typed.owner = array.owner;
    return std::make_unique<sidl::array<T, N>>(toCpp<sidl::array<T, N>>(typed));
}

template <class T, class C>
std::unique_ptr<sidl::BaseArray> newArrayOf(const sidl_any__array& array) {
    switch (array.dimension) {
        case 1:
            return newArray<T, C, 1>(array);
        case 2:
            return newArray<T, C, 2>(array);
        case 3:
            return newArray<T, C, 3>(array);
        case 4:
            return newArray<T, C, 4>(array);
        case 5:
            return newArray<T, C, 5>(array);
        case 6:
            return newArray<T, C, 6>(array);
        case 7:
            return newArray<T, C, 7>(array);
        default:
            throw std::invalid_argument("an array<> has 1 to 7 dimensions, not " +
                                        std::to_string(array.dimension));
    }
}

}  // namespace

void throwWrongDimension(int expected, int found) {
    throw std::invalid_argument("an array with " + std::to_string(found) +
                                " dimensions was given where " + std::to_string(expected) +
                                " are expected");
}

std::unique_ptr<sidl::BaseArray> genericArray(const sidl_generic_array* array) {
    if (array == nullptr) {
        throw std::invalid_argument("a null pointer was given where an array<> is expected");
    }
    switch (array->element) {
        case sidl_element_bool:
            return newArrayOf<bool, sidl_bool__array>(array->array);
        case sidl_element_char:
            return newArrayOf<char, sidl_char__array>(array->array);
        case sidl_element_int:
            return newArrayOf<std::int32_t, sidl_int__array>(array->array);
        case sidl_element_long:
            return newArrayOf<std::int64_t, sidl_long__array>(array->array);
        case sidl_element_float:
            return newArrayOf<float, sidl_float__array>(array->array);
        case sidl_element_double:
            return newArrayOf<double, sidl_double__array>(array->array);
        case sidl_element_fcomplex:
            return newArrayOf<std::complex<float>, sidl_fcomplex__array>(array->array);
        case sidl_element_dcomplex:
            return newArrayOf<std::complex<double>, sidl_dcomplex__array>(array->array);
        case sidl_element_opaque:
            return newArrayOf<void*, sidl_opaque__array>(array->array);
    }
    throw std::invalid_argument("an array<> has no elements of the kind " +
                                std::to_string(static_cast<int>(array->element)));
}

// The view borrows: the array outlives the call that it is made for.
template <class T, int N>
bool GenericView::view(const sidl::BaseArray& array, sidl_element element) {
    // Compared by typeid, not by a cast: each shared object has its own type information.
    if (typeid(array) != typeid(sidl::array<T, N>)) {
        return false;
    }
    const auto& typed = static_cast<const sidl::array<T, N>&>(array);
    value_.element = element;
    value_.array = boundsOf<sidl_any__array>(typed);
    value_.array.first = typed.data();
    if (typed.owner()) {
        owner_.elements = typed.owner();
        value_.array.owner = &owner_;
    }
    return true;
}

template <class T>
bool GenericView::viewAny(const sidl::BaseArray& array, sidl_element element) {
    return view<T, 1>(array, element) || view<T, 2>(array, element) || view<T, 3>(array, element) ||
           view<T, 4>(array, element) || view<T, 5>(array, element) || view<T, 6>(array, element) ||
           view<T, 7>(array, element);
}

GenericView::GenericView(const sidl::BaseArray& array) {
    const bool seen =
        viewAny<bool>(array, sidl_element_bool) || viewAny<char>(array, sidl_element_char) ||
        viewAny<std::int32_t>(array, sidl_element_int) ||
        viewAny<std::int64_t>(array, sidl_element_long) ||
        viewAny<float>(array, sidl_element_float) || viewAny<double>(array, sidl_element_double) ||
        viewAny<std::complex<float>>(array, sidl_element_fcomplex) ||
        viewAny<std::complex<double>>(array, sidl_element_dcomplex) ||
        viewAny<void*>(array, sidl_element_opaque);
    if (!seen) {
        throw std::invalid_argument(
            "an array of strings, objects, structs or enums cannot be an array<> in C; give the "
            "argument the type of its elements");
    }
}

}  // namespace gantry::c
