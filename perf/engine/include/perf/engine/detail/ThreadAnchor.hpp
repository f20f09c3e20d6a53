#pragma once

#include <perf/engine/detail/ThreadArea.hpp>

#include <atomic>
#include <cstdint>
#include <memory>

namespace gantry::perf {

class ThreadRegistry;

/// The engine the calling thread used last, and its area there. Engine numbers are never used
/// twice, so a stale anchor is never taken for another engine's. Signal handlers of the thread read
/// it at any instant, hence volatile. It has no constructor that runs and no destructor, so it can
/// be read while the thread's other objects are destroyed.
struct ThreadAnchor {
    /// 0: none. It is cleared before `area` changes, so a handler never sees a pair that does not
    /// belong together.
    volatile std::uint64_t engine;
    ThreadArea* volatile area;
    /// 1 while the thread is inside a function of an engine that must not be entered again.
    volatile std::uint32_t inside;
    /// 1 when a handler found it there and noted that in the area.
    volatile std::uint32_t refused;
};

/// Not to be used directly: see anchorOfThread(). constinit: no guard is tested on the way of each
/// start.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one of each thread
extern constinit thread_local ThreadAnchor threadAnchor;

/// The anchor of the calling thread; the only way to it. The library is compiled for TLS
/// descriptors, which are said to change no register but one; those of glibc before 2.40 change
/// vector registers when a thread comes for the first time, so nothing is left in them.
[[gnu::always_inline]] inline ThreadAnchor& anchorOfThread() noexcept {
#if defined(__x86_64__)
#define GANTRY_VECTOR_REGISTERS                                                              \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", \
        "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"
    asm volatile("" : : : GANTRY_VECTOR_REGISTERS);
    ThreadAnchor* anchor = &threadAnchor;
    asm volatile("" : "+r"(anchor) : : GANTRY_VECTOR_REGISTERS);
#undef GANTRY_VECTOR_REGISTERS
    return *anchor;
#else
    return threadAnchor;
#endif
}

/// Counts what handlers were refused on this thread. The slow part of leave(), apart so that
/// leave() can be inlined.
void countRefused(ThreadAnchor& anchor) noexcept;

/// The thread is outside again. Fences for the compiler are enough: a handler runs on the same
/// thread.
inline void leave(ThreadAnchor& anchor) noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    anchor.inside = 0;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (anchor.refused != 0) [[unlikely]] {
        countRefused(anchor);
    }
}

/// From here to the end of the scope the thread is inside. Costs a fraction of a nanosecond. A
/// handler that finds the thread inside notes its use instead of making it; leaving counts these
/// notes.
class Inside final {
public:
    /// The thread must be outside.
    explicit Inside(ThreadAnchor& anchor) noexcept : anchor_(anchor) {
        anchor.inside = 1;
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    ~Inside() { leave(anchor_); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

private:
    ThreadAnchor& anchor_;
};

/// A number no other engine of this process has or had; never 0. So that an engine made where an
/// old one was is distinguished from it.
std::uint64_t newEngineNumber() noexcept;

/// Whether the calling thread has already given its areas back. Then nothing can be measured any
/// more on it.
bool threadIsOver() noexcept;

/// The area of the calling thread in that engine, or nullptr. Takes nothing. After the thread's
/// destructors have run: nullptr.
ThreadArea* keptArea(std::uint64_t engine) noexcept;

/// The same; makes it the anchor.
ThreadArea* findArea(std::uint64_t engine) noexcept;

/// Keeps an area until the calling thread ends, when its registry is notified; makes it the anchor.
/// Throws std::bad_alloc. What is kept of engines that are gone is dropped on the way. The thread
/// keeps the registry alive until it ends, not the engine.
void keepArea(std::uint64_t engine, std::shared_ptr<ThreadRegistry> registry, ThreadArea* area);

/// The next use of any engine by the calling thread looks for its area anew.
void forgetAnchor() noexcept;

}  // namespace gantry::perf
