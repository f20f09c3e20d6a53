#pragma once

#include <dlfcn.h>
#include <string>

#include "solvers/common/Solver.hpp"

namespace solvers {

/// A solver library that is loaded by dlopen when this object is made and is never unloaded. The
/// component does not link to it, so a program that only lists the component does not load it. Its
/// symbols stay local (RTLD_LOCAL).
class LoadedLibrary final {
public:
    /// name is used in messages; file is what dlopen looks for. Throws Breakdown, with the text of
    /// dlerror, if it cannot be loaded.
    LoadedLibrary(const char* name, const char* file)
        : name_(name), file_(file), handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
        if (handle_ == nullptr) {
            throw Breakdown(name_ + " cannot be loaded: " + dlerror());
        }
    }

    /// Sets function, a pointer to a function, to the address of the symbol. The caller is
    /// responsible for the right signature: nothing checks it. Throws Breakdown if the library does
    /// not have the symbol; function is null then.
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
