#pragma once

#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <string>
#include <typeinfo>

namespace gantry {

/// The C++ name of a type as source code spells it, without anonymous namespaces; the mangled name
/// if it cannot be demangled. Allocates: for set-up.
///
///     gantry::typeName(typeid(integrators::Midpoint))       "integrators::Midpoint"
///
/// Demangled by abi::__cxa_demangle, so that template arguments are spelled as the compiler spells
/// them. For an object of a polymorphic class, typeid(*this) gives the class of the object. Any
/// thread. Throws std::bad_alloc only.
///
///     "linear::Csr<double>"       a template
///     "Local"                     a class in an anonymous namespace, whose names are left out
inline std::string typeName(const std::type_info& type) {
    // The text is from malloc, and is freed also where the string cannot be made.
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
    std::string text = status == 0 && name ? name.get() : type.name();
    const std::string anonymous = "(anonymous namespace)::";
    for (std::size_t at = text.find(anonymous); at != std::string::npos;
         at = text.find(anonymous)) {
        text.erase(at, anonymous.size());
    }
    return text;
}

}  // namespace gantry
