#pragma once

#include <dlfcn.h>
#include <string>

#include "solvers/common/Solver.hpp"

namespace solvers {

/// A solver library that is loaded at its first use and stays loaded. It is not linked, so that a
/// program that only lists the component does not load it.
class LoadedLibrary final {
public:
    /// name for messages, file to load. Throws Breakdown if it cannot be loaded.
    LoadedLibrary(const char* name, const char* file)
        : name_(name), file_(file), handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
        if (handle_ == nullptr) {
            throw Breakdown(name_ + " cannot be loaded: " + dlerror());
        }
    }

    /// Sets function to the symbol; throws Breakdown if the library does not have it.
    template <class Function>
    void find(Function& function, const std::string& symbol) const {
        function = reinterpret_cast<Function>(dlsym(handle_, symbol.c_str()));
        if (function == nullptr) {
            throw Breakdown(name_ + " lacks " + symbol + " (" + file_ + ")");
        }
    }

private:
    std::string name_;
    std::string file_;
    void* handle_;
};

}  // namespace solvers
