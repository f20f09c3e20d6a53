#pragma once

#include <atomic>
#include <cstdint>

namespace gantry {

/// Where one thread may count calls of one timer itself, without a call of the backend. A backend
/// that times only some calls of short functions offers it (see CountingTimer); gantry::Timed uses
/// it. The backend writes it, after a call that it timed, and takes it back by `thread`.
///
/// Only the thread that is named in it may look at the rest. The other members are the backend's,
/// and what they point to is only there while the thread is named. Costs about a nanosecond.
///
///     if (!calls->begin()) { timer.start(); }
///     ...
///     if (!calls->end()) { timer.stop(); }
///
/// Invariant: a call counted here is one that the backend would have measured in the same place,
/// below the same caller. After the number of calls in `rest`, or when anything around it differs,
/// begin() refuses, and the next call is timed by the backend again. The twin in the engine is
/// perf/engine/CountedPlace.hpp: same members in the same order, which the native backend verifies
/// when it is compiled.
struct CountedCalls {
    /// What `thread` is compared with; a load. nullptr where the system has no such mark. On x86-64
    /// the thread pointer, which is the same in all libraries; a new thread may get the one of a
    /// thread that has ended.
    [[nodiscard]] static const void* threadMark() noexcept {
#if defined(__x86_64__)
        const void* mark = nullptr;
        asm("movq %%fs:0, %0" : "=r"(mark));
        return mark;
#else
        return nullptr;
#endif
    }

    const void* thread;                    ///< the mark of the thread that may; nullptr: none
    void* node;                            ///< what counts the call
    void* around;                          ///< what must be innermost
    void*** top;                           ///< where the backend notes what is innermost
    void** leaf;                           ///< a call above that which is counted only, or null
    std::uint32_t* rest;                   ///< lower half: calls left; upper: its complement
    std::uint8_t* mark;                    ///< kRuns while such a call runs
    const volatile std::uint32_t* inside;  ///< not 0 while the thread is inside the backend

    static constexpr std::uint8_t kRuns = 0xa5;
    /// Adds -1 to the lower half of `rest`, and 1 to the upper one.
    static constexpr std::uint32_t kOneLess = 0xffff;

    /// Begins a call, or does nothing and returns false: then the timer is to be started. A signal
    /// handler may interrupt it and use timers: a call has begun or has not. Only the thread in
    /// `thread` gets beyond the first test; any other may call it and gets false. Never locks,
    /// allocates or throws.
    bool begin() noexcept {
        if (!isMine() || *inside != 0 || *leaf != nullptr || **top != around) [[unlikely]] {
            return false;
        }
        // First: what a handler calls from here on is inside this call.
        *leaf = node;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        const std::uint32_t before = *rest;
        if ((before & kOneLess) == 0) [[unlikely]] {
            undo();
            return false;
        }
        std::atomic_ref(*rest).store(before + kOneLess, std::memory_order_release);
        std::atomic_ref(*mark).store(kRuns, std::memory_order_release);
        return true;
    }

    /// Ends the call that runs here, or does nothing and returns false: then the timer is to be
    /// stopped. Also for calls that begin() did not begin.
    bool end() noexcept {
        if (!isMine() || *inside != 0 || *leaf != node) [[unlikely]] {
            return false;
        }
        *leaf = nullptr;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        std::atomic_ref(*mark).store(std::uint8_t{0}, std::memory_order_release);
        return true;
    }

private:
    [[nodiscard]] bool isMine() noexcept {
        return std::atomic_ref(thread).load(std::memory_order_relaxed) == threadMark();
    }
    /// A handler that timed a call in between has put this one onto the backend's stack: it is
    /// taken off there.
    // NOLINTNEXTLINE(readability-make-member-function-const): it changes what the place refers to
    [[gnu::noinline]] void undo() noexcept {
        if (*leaf == node) {
            *leaf = nullptr;
        } else {
            --*top;
        }
    }
};

/// What the timer of a backend may be beside its port's interface: one whose calls may be counted
/// by the caller.
///
/// It is found by dynamic_cast from performance::Timer when a component's timers are connected; a
/// backend that has no such calls does not derive from it.
///
///     connection      Timed asks for the place once for each method
///     first call      `thread` is nullptr: begin() refuses, the timer is started
///     its stop        the backend names this thread and sets `rest` to the calls to be counted
///     next calls      begin() and end() count; no function of the backend is called
///     rest is 0       begin() refuses: the timer is started, and the backend chooses anew
class [[gnu::visibility("default")]] CountingTimer {
public:
    virtual ~CountingTimer() = default;

    /// The place of this timer under its present name, type and group; ask again after one of them
    /// was set. nullptr: every call is to be started. Valid as long as the timer. Any thread; may
    /// allocate and lock, but does not throw.
    virtual CountedCalls* countedCalls() noexcept = 0;

protected:
    CountingTimer() = default;
    CountingTimer(const CountingTimer&) = default;
    CountingTimer& operator=(const CountingTimer&) = default;
};

}  // namespace gantry
