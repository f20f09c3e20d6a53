#include "Function.hpp"

#include <dlfcn.h>
#include <string>

namespace gantry::mpi {

namespace {

// Registering is rare, and the same for all functions.
constinit std::mutex registering;

gantry_event_t eventOf(const char* function, const char* ending) {
    return gantry_event_of_kind((std::string(function) + ending).c_str(),
                                GANTRY_EVENT_PER_CALL_PATH | GANTRY_EVENT_OF_CALL);
}

// In the shared object of the caller and those it needs.
void* besideCaller(const char* name, const void* caller) noexcept {
    Dl_info info{};
    if (::dladdr(caller, &info) == 0 || info.dli_fname == nullptr) {
        return nullptr;
    }
    void* const object = ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (object == nullptr) {
        return nullptr;
    }
    void* const found = ::dlsym(object, name);
    // The caller keeps its object loaded; this only undoes the count of dlopen.
    ::dlclose(object);
    return found;
}

}  // namespace

void* functionBehind(const char* name, const void* caller) noexcept {
    void* const next = ::dlsym(RTLD_NEXT, name);
    return next != nullptr ? next : besideCaller(name, caller);
}

void* dataOf(const char* name, const void* caller) noexcept {
    void* const seen = ::dlsym(RTLD_DEFAULT, name);
    return seen != nullptr ? seen : besideCaller(name, caller);
}

// Several threads may look at once; they find the same.
void* Function::seekBehind(Entry entry, const void* caller) noexcept {
    void* const found = functionBehind(entry == Entry::Mpi ? name_ : profilingName_, caller);
    behind_[static_cast<int>(entry)].store(found, std::memory_order_release);
    return found;
}

void Function::registerHandles() noexcept {
    const std::lock_guard guard(registering);
    // Another thread was faster.
    if (registered_.load(std::memory_order_relaxed)) {
        return;
    }
    handles_.timer = gantry_timer(name_, category_, "MPI");
    handles_.sent = eventOf(name_, " bytes sent");
    handles_.received = eventOf(name_, " bytes received");
    // After the handles, which callers read without the mutex.
    registered_.store(true, std::memory_order_release);
}

}  // namespace gantry::mpi
