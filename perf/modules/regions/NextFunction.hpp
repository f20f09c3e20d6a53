#pragma once

#include <atomic>
#include <dlfcn.h>

namespace gantry::regions {

/// The function or variable of that name that a module stands before. Constant-initialised; any
/// thread. Looked for at its first use: a search of names.
template <class Pointer>
class NextFunction final {
public:
    constexpr explicit NextFunction(const char* name) noexcept : name_(name) {}

    /// Null where it is not there. caller: an address in the code that calls it. The library may
    /// have been loaded for its users alone; then it is looked for where the caller finds it.
    Pointer from(const void* caller) noexcept {
        void* found = found_.load(std::memory_order_relaxed);
        if (found == nullptr) [[unlikely]] {
            found = ::dlsym(RTLD_NEXT, name_);
            found = found != nullptr ? found : behind(caller);
            found_.store(found, std::memory_order_relaxed);
        }
        return reinterpret_cast<Pointer>(found);
    }

private:
    void* behind(const void* caller) const noexcept {
        Dl_info info{};
        if (::dladdr(caller, &info) == 0 || info.dli_fname == nullptr) {
            return nullptr;
        }
        void* const library = ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
        if (library == nullptr) {
            return nullptr;
        }
        void* const found = ::dlsym(library, name_);
        ::dlclose(library);
        return found;
    }

    const char* name_;
    std::atomic<void*> found_{nullptr};
};

}  // namespace gantry::regions
