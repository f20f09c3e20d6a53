#pragma once

#include <perf/segment/SampleRecord.hpp>

#include <atomic>
#include <cstdint>

namespace gantry::perf {

/// Differs between threads of this process that run at the same time; nullptr where nothing is
/// known that does so at the cost of a load. A thread may get the mark of one that has ended.
inline const void* threadMark() noexcept {
#if defined(__x86_64__)
    const void* mark = nullptr;
    asm("movq %%fs:0, %0" : "=r"(mark));
    return mark;
#else
    return nullptr;
#endif
}

/// Where one thread may count calls of one timer itself, those from one call path, without a call
/// of the engine: the engine names the place after a timed call of a sampled path, and what is
/// counted here is the same as if start() and stop() had been called. interfaces/gantry/
/// CountedCalls.hpp is its twin for components, which do not know this one.
///
/// A handler that interrupts begin() or end() may use the engine: at each instant the call either
/// has begun or has not. One that interrupts the engine is refused, as by the engine.
///
///     if (!place.begin()) {
///         engine.start(timer);
///     }
///     ...
///     if (!place.end()) {
///         engine.stop(timer);
///     }
struct CountedPlace {
    /// threadMark() of the thread that may; nullptr: none. The rest belongs to that thread.
    const void* thread;
    NodeRecord* node;                      ///< which counts the call
    NodeRecord* around;                    ///< that must be the innermost one
    NodeRecord*** top;                     ///< the engine's stack: where its top is noted
    NodeRecord** leaf;                     ///< the call above it that is counted only, or null
    std::uint32_t* rest;                   ///< SampleTail::rest
    std::uint8_t* mark;                    ///< SampleTail::mark
    const volatile std::uint32_t* inside;  ///< not 0 while the thread is inside the engine

    /// Begins a call, or does nothing and returns false.
    bool begin() noexcept {
        if (loadRelaxed(thread) != threadMark() || *inside != 0 || *leaf != nullptr ||
            **top != around) {
            return false;
        }
        // From here on a handler's calls are inside this one, and leave `rest` alone.
        *leaf = node;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        const std::uint32_t before = loadRelaxed(*rest);
        if (SampleTail::callsIn(before) == 0) [[unlikely]] {
            undo();
            return false;
        }
        storeRelease(*rest, before + SampleTail::kOneLess);
        storeRelease(*mark, SampleTail::kUntimedCall);
        return true;
    }
    /// Ends the call that runs here, or does nothing and returns false.
    // NOLINTNEXTLINE(readability-make-member-function-const): it changes what the place refers to
    bool end() noexcept {
        if (loadRelaxed(thread) != threadMark() || *inside != 0 || *leaf != node) {
            return false;
        }
        *leaf = nullptr;
        std::atomic_signal_fence(std::memory_order_seq_cst);
        storeRelease(*mark, std::uint8_t{0});
        return true;
    }

private:
    // A handler may have put the call onto the stack.
    // NOLINTNEXTLINE(readability-make-member-function-const): it changes what the place refers to
    [[gnu::noinline]] void undo() noexcept {
        if (*leaf == node) {
            *leaf = nullptr;
        } else {
            --*top;
        }
    }
};

}  // namespace gantry::perf
