#pragma once

#include <gov/cca/Type.hpp>
#include <sidl/array.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace gantry::framework {

/// Whether the framework itself gives the property of that name, so that no one sets it.
bool isServed(const std::string& key);

/// What a TypeMap stores under one key. The alternatives are in the order of gov::cca::Type, so
/// that the index is the type; monostate is NoType.
using Value =
    std::variant<std::monostate, std::int32_t, std::int64_t, float, double, std::complex<float>,
                 std::complex<double>, std::string, bool, sidl::array<std::int32_t>,
                 sidl::array<std::int64_t>, sidl::array<float>, sidl::array<double>,
                 sidl::array<std::complex<float>>, sidl::array<std::complex<double>>,
                 sidl::array<std::string>, sidl::array<bool>>;

inline gov::cca::Type typeOf(const Value& value) {
    return static_cast<gov::cca::Type>(value.index());
}

/// The type a Value of the C++ type T has.
template <class T>
gov::cca::Type typeFor() {
    return typeOf(Value(std::in_place_type<T>));
}

/// "int", "string", "double array", ...; "nothing" for NoType.
const char* typeText(gov::cca::Type type);
/// The type of a name as scripts write it ("int", "double", "string array" as "stringArray");
/// NoType where unknown.
gov::cca::Type typeNamed(const std::string& name);
/// The name of a type as scripts write it.
const char* wordOf(gov::cca::Type type);

/// The value with arrays that share no elements with it.
Value independent(const Value& value);

/// A value as a script shows it: numbers so that reading them back gives the same value, array
/// elements separated by blanks, complex numbers as (re,im).
std::string toText(const Value& value);

/// Reads a value of a type from text. Throws gantry::Error (BadProperties) that names the text
/// there. Numbers are read alike in every locale.
Value fromText(gov::cca::Type type, const std::string& text);

}  // namespace gantry::framework
