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

/// A C string, to be freed with sidl_String_free. Throws std::bad_alloc.
char* newText(const std::string& text);

/// The C form of a value of the C++ type Cpp. toC creates a value that its receiver releases, toCpp
/// reads a value that its owner keeps, release frees one.
template <class Cpp, class C>
struct Convert;

/// Numbers, characters, truth values, pointers: the same in both.
template <class T>
struct Convert<T, T> {
    static T toC(const T& value) noexcept { return value; }
    static T toCpp(const T& value) noexcept { return value; }
    static void release(T&) noexcept {}
};

template <class E, class C>
requires(std::is_enum_v<E>&& std::is_enum_v<C>) struct Convert<E, C> {
    static C toC(E value) noexcept { return static_cast<C>(value); }
    static E toCpp(C value) noexcept { return static_cast<E>(value); }
    static void release(C&) noexcept {}
};

template <class Number, class C>
struct ConvertComplex {
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

template <>
struct Convert<std::string, char*> {
    static char* toC(const std::string& value) { return newText(value); }
    static std::string toCpp(const char* value) { return value == nullptr ? "" : value; }
    static void release(char*& value) noexcept {
        sidl_String_free(value);
        value = nullptr;
    }
};

template <class T, class C>
struct Convert<std::shared_ptr<T>, C*> {
    static C* toC(const std::shared_ptr<T>& value) {
        return reinterpret_cast<C*>(newHandle(value));
    }
    static std::shared_ptr<T> toCpp(const C* value) { return pointerTo<T>(value); }
    static void release(C*& value) noexcept {
        sidl_deleteRef(value);
        value = nullptr;
    }
};

template <class C, class Cpp>
C toC(const Cpp& value) {
    return Convert<Cpp, C>::toC(value);
}
template <class Cpp, class C>
Cpp toCpp(const C& value) {
    return Convert<Cpp, C>::toCpp(value);
}
template <class Cpp, class C>
void release(C& value) noexcept {
    Convert<Cpp, C>::release(value);
}

/// The value to which an argument points; an empty value for null.
template <class C>
const C& given(const C* value) noexcept {
    static const C kEmpty{};
    return value == nullptr ? kEmpty : *value;
}
/// Fills an `out` argument, which may be null.
template <class Cpp, class C>
void give(C* out, const Cpp& value) {
    if (out != nullptr) {
        *out = toC<C>(value);
    }
}
/// Puts a new value in an `inout` argument, which may be null.
template <class Cpp, class C>
void replace(C* inout, const Cpp& value) {
    if (inout != nullptr) {
        C fresh = toC<C>(value);
        release<Cpp>(*inout);
        *inout = fresh;
    }
}

/// The elements of an rarray, seen from the other side.
template <class Rarray, class Element>
auto cppElements(Element* elements) noexcept {
    using Cpp = std::remove_pointer_t<decltype(std::declval<Rarray>().data())>;
    return reinterpret_cast<Cpp*>(const_cast<std::remove_const_t<Element>*>(elements));
}
template <class Element, class Cpp>
Element* cElements(Cpp* elements) noexcept {
    return reinterpret_cast<Element*>(elements);
}

/// A value for C during one call.
template <class Cpp, class C>
class Temporary final {
public:
    Temporary() = default;
    explicit Temporary(const Cpp& value) : value_(toC<C>(value)) {}
    explicit Temporary(const C& taken) requires(!std::is_same_v<C, Cpp>) : value_(taken) {}
    ~Temporary() { release<Cpp>(value_); }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;

    [[nodiscard]] const C& get() const noexcept { return value_; }
    C* out() noexcept { return &value_; }
    [[nodiscard]] Cpp value() const { return toCpp<Cpp>(value_); }

private:
    C value_{};
};

}  // namespace gantry::c

#include "ConvertArray.hpp"
