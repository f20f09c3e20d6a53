#pragma once

#include <c/sidl.h>
#include <sidl/BaseArray.hpp>
#include <sidl/array.hpp>
#include <sidl/rarray.hpp>

#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "Handle.hpp"

namespace gantry::c {

/// A copy for C, allocated with malloc; its receiver frees it with sidl_String_free. Embedded NULs
/// end the text for C. Throws std::bad_alloc. By malloc, as C may also free it without this
/// library.
char* newText(const std::string& text);

/// The C form of a value of the C++ type Cpp. `toC` creates a value that its receiver releases,
/// `toCpp` reads a value that its owner keeps, `release` frees one and leaves the empty value, so
/// that it may be called twice. toC and toCpp throw std::bad_alloc; those of arrays also
/// std::invalid_argument. Generated bridges specialise it for structs.
///
/// So a bridge from C++ to C makes a Temporary of each argument, calls, and reads the results with
/// toCpp; a bridge from C to C++ reads the arguments with toCpp, calls, and gives the results with
/// toC.
///
/// What sidlc generates for `void scale(in array<double> x, inout string unit)`, called from C++:
///
///     const View<sidl::array<double, 1>, sidl_double__array> x__(x);
///     Temporary<std::string, char*> unit__(unit);
///     solver_scale(self, x__.get(), unit__.out(), &error);
///     unit = unit__.value();
template <class Cpp, class C>
struct Convert;

/// Numbers, characters, truth values, pointers: the same in both.
template <class T>
struct Convert<T, T> {
    /// Nothing to release; a pointer is not followed.
    static T toC(const T& value) noexcept { return value; }
    static T toCpp(const T& value) noexcept { return value; }
    static void release(T&) noexcept {}
};

/// Enumerators have equal numbers on both sides; a number without an enumerator passes unchanged.
template <class E, class C>
requires(std::is_enum_v<E>&& std::is_enum_v<C>) struct Convert<E, C> {
    static C toC(E value) noexcept { return static_cast<C>(value); }
    /// Not checked: C may hold a number that no enumerator has.
    static E toCpp(C value) noexcept { return static_cast<E>(value); }
    static void release(C&) noexcept {}
};

/// A complex number is a struct of two numbers in C, with the same layout. sidl_fcomplex and
/// sidl_dcomplex have two members of type Number.
template <class Number, class C>
struct ConvertComplex {
    /// By value, member by member: no assumption on the layout is needed here.
    static C toC(const std::complex<Number>& value) noexcept {
        return {value.real(), value.imag()};
    }
    static std::complex<Number> toCpp(const C& value) noexcept {
        return {value.real, value.imaginary};
    }
    static void release(C&) noexcept {}
};
template <>
struct Convert<std::complex<float>, sidl_fcomplex> : ConvertComplex<float, sidl_fcomplex> {};
template <>
struct Convert<std::complex<double>, sidl_dcomplex> : ConvertComplex<double, sidl_dcomplex> {};

/// Text: null in C is the empty string in C++. The empty string becomes an allocated "" in C.
template <>
struct Convert<std::string, char*> {
    /// Throws std::bad_alloc.
    static char* toC(const std::string& value) { return newText(value); }
    /// Up to the first NUL byte.
    static std::string toCpp(const char* value) { return value == nullptr ? "" : value; }
    /// Frees it; null afterwards.
    static void release(char*& value) noexcept {
        sidl_String_free(value);
        value = nullptr;
    }
};

/// Objects: a C++ reference becomes a handle with one reference, which the receiver releases.
/// Reading a handle does not change its count. Null is null.
template <class T, class C>
struct Convert<std::shared_ptr<T>, C*> {
    /// Throws std::bad_alloc.
    static C* toC(const std::shared_ptr<T>& value) {
        return reinterpret_cast<C*>(newHandle(value));
    }
    /// The handle must be one of that type: nothing checks it.
    static std::shared_ptr<T> toCpp(const C* value) { return pointerTo<T>(value); }
    /// Drops the one reference of this handle; the object lives as long as it has others.
    static void release(C*& value) noexcept {
        sidl_deleteRef(value);
        value = nullptr;
    }
};

/// Convert::toC with the types deduced from the argument.
template <class C, class Cpp>
C toC(const Cpp& value) {
    return Convert<Cpp, C>::toC(value);
}
/// Convert::toCpp; only the target type is named.
template <class Cpp, class C>
Cpp toCpp(const C& value) {
    return Convert<Cpp, C>::toCpp(value);
}
/// Convert::release for a C value that was made of a Cpp. The value may be released again, which
/// does nothing.
template <class Cpp, class C>
void release(C& value) noexcept {
    Convert<Cpp, C>::release(value);
}

/// The value to which an argument points; an empty value for null. Never null, so that a bridge
/// needs no test; the empty value is static and shared. For `in` arguments that C passes by
/// pointer: arrays and structs.
template <class C>
const C& given(const C* value) noexcept {
    static const C kEmpty{};
    return value == nullptr ? kEmpty : *value;
}
/// Fills an `out` argument, which may be null: the caller of C does not want the value then. What
/// *out held before is overwritten, not released.
template <class Cpp, class C>
void give(C* out, const Cpp& value) {
    if (out != nullptr) {
        *out = toC<C>(value);
    }
}
/// Puts a new value in an `inout` argument, which may be null. The old value is released only after
/// the new one was made, so that the argument is unchanged if that throws. Strong guarantee:
/// nothing changes where the conversion throws.
template <class Cpp, class C>
void replace(C* inout, const Cpp& value) {
    if (inout != nullptr) {
        C fresh = toC<C>(value);
        release<Cpp>(*inout);
        *inout = fresh;
    }
}

/// The elements of an rarray, seen from the other side: the same memory under the other language's
/// element type, which has the same layout. Nothing is copied and nothing owned. cppElements drops
/// the const that C adds to `in` arguments, as an rarray in C++ has none; the callee must not
/// write.
template <class Rarray, class Element>
auto cppElements(Element* elements) noexcept {
    using Cpp = std::remove_pointer_t<decltype(std::declval<Rarray>().data())>;
    return reinterpret_cast<Cpp*>(const_cast<std::remove_const_t<Element>*>(elements));
}
/// From C++ to C; see cppElements.
template <class Element, class Cpp>
Element* cElements(Cpp* elements) noexcept {
    return reinterpret_cast<Element*>(elements);
}

/// A value for C during one call of C from C++: made before, released after, also when the call
/// throws. Its second constructor takes over a value that C returned.
template <class Cpp, class C>
class Temporary final {
public:
    Temporary() = default;
    /// A value for C, made of one of C++.
    explicit Temporary(const Cpp& value) : value_(toC<C>(value)) {}
    /// Takes over what C returned: it is released at the end of the scope.
    explicit Temporary(const C& taken) requires(!std::is_same_v<C, Cpp>) : value_(taken) {}
    // C may have replaced the value of an `inout` argument: what stands here last is released.
    ~Temporary() { release<Cpp>(value_); }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    /// For an `in` argument; valid as long as this object.
    [[nodiscard]] const C& get() const noexcept { return value_; }
    /// For an `out` or `inout` argument.
    C* out() noexcept { return &value_; }
    /// The value after the call, independent of this object.
    [[nodiscard]] Cpp value() const { return toCpp<Cpp>(value_); }

private:
    C value_{};
};

}  // namespace gantry::c

#include "ConvertArray.hpp"
