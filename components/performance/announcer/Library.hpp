#pragma once

#include <dlfcn.h>
#include <string>

namespace performance::announcer {

/// A function of a tool; null where it has none of that name.
template <class Function>
Function functionOf(void* library, const char* name) noexcept {
    return reinterpret_cast<Function>(::dlsym(library, name));
}

/// The library that the variable names, the first of several; null where it is not set. It stays
/// loaded, as tools do. Throws gantry::Error that names variable, file and reason.
void* libraryIn(const char* variable);

}  // namespace performance::announcer
