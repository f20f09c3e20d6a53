#include "OpaqueLibrary.hpp"

#include <dlfcn.h>
#include <stdexcept>

namespace gantry::bench {

void* opaqueSymbol(const std::filesystem::path& library, const char* symbol) {
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* address = handle ? dlsym(handle, symbol) : nullptr;
    if (!address) {
        throw std::runtime_error(dlerror());
    }
    return address;
}

}  // namespace gantry::bench
