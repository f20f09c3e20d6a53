#pragma once

#include <atomic>
#include <dlfcn.h>

namespace gantry::io {

/// The function of that name behind this module: the next tool's or the C library's. Looked for
/// once; several threads may look at once and find the same. Null where there is none, which a
/// program that calls it cannot be.
template <class Function>
class Next final {
public:
    explicit constexpr Next(const char* name) noexcept : name_(name) {}

    Function* get() noexcept {
        Function* found = found_.load(std::memory_order_relaxed);
        if (found == nullptr) [[unlikely]] {
            found = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name_));
            found_.store(found, std::memory_order_relaxed);
        }
        return found;
    }

private:
    const char* name_;
    std::atomic<Function*> found_{nullptr};
};

}  // namespace gantry::io
