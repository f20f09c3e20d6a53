#pragma once

#include <gantry.h>

#include <atomic>
#include <cstddef>
#include <mutex>

namespace gantry::mpi {

/// By which of its two names a function was called.
enum class Entry { Mpi, Pmpi };

/// The function of that name behind this library: in the libraries after it, or, where MPI was
/// loaded apart from the program (a module of Python), among those of the caller. Null where there
/// is none. caller: any address within the code that calls it.
void* functionBehind(const char* name, const void* caller) noexcept;

/// The data of that name as the whole program sees it, which may be a copy that the linker made for
/// the program itself; else as for functionBehind().
void* dataOf(const char* name, const void* caller) noexcept;

/// One function of MPI: its names, its timer in the group "MPI", its events, and the function
/// behind it. Any thread may use it at any time. Timer and events are registered by the first call,
/// which takes a mutex; later calls read one atomic.
class Function final {
public:
    constexpr Function(const char* name, const char* profilingName, const char* category) noexcept
        : name_(name), profilingName_(profilingName), category_(category) {}
    Function(const Function&) = delete;
    Function& operator=(const Function&) = delete;
    ~Function() = default;

    /// Null where the program has no such function.
    void* behind(Entry entry, const void* caller) noexcept {
        void* const found = behind_[static_cast<int>(entry)].load(std::memory_order_acquire);
        return found != nullptr ? found : seekBehind(entry, caller);
    }

    /// Whether a call returns only when its work is done: the others are named MPI_I...
    [[nodiscard]] constexpr bool blocks() const noexcept {
        constexpr std::size_t kPrefix = 4;
        return name_[kPrefix] != 'I';
    }

    gantry_timer_t timer() noexcept { return ready().timer; }
    /// "NAME bytes sent", per call path.
    gantry_event_t sent() noexcept { return ready().sent; }
    /// "NAME bytes received", per call path.
    gantry_event_t received() noexcept { return ready().received; }

private:
    struct Handles {
        gantry_timer_t timer{nullptr, 0};
        gantry_event_t sent{nullptr, 0};
        gantry_event_t received{nullptr, 0};
    };

    const Handles& ready() noexcept {
        if (!registered_.load(std::memory_order_acquire)) {
            registerHandles();
        }
        return handles_;
    }
    void registerHandles() noexcept;
    void* seekBehind(Entry entry, const void* caller) noexcept;

    const char* name_;
    const char* profilingName_;
    const char* category_;
    std::atomic<bool> registered_{false};
    std::atomic<void*> behind_[2]{};
    Handles handles_;
};

}  // namespace gantry::mpi
