// What the compiler has a program call around each of its functions.
#include <gantry.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "TimerTable.hpp"

namespace gantry::functions {

namespace {

// Deeper calls are not timed; the engine has a limit of its own.
constexpr std::size_t kMostDepth = 1024;
// What is further away is another stack: that of a coroutine or a signal handler.
constexpr std::uintptr_t kSameStack = std::uintptr_t{64} << 20U;

struct Call {
    const void* function = nullptr;
    std::uintptr_t frame = 0;
    gantry_timer_t timer{nullptr, 0};
    int started = 0;
};

struct ThreadCalls {
    std::array<Call, kMostDepth> calls{};
    std::size_t depth = 0;
    std::size_t tooDeep = 0;
    bool inside = false;  ///< the module itself calls something instrumented
};

constinit TimerTable table;
constinit std::atomic<bool> isOn{false};
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadCalls threadCalls;

void pop(ThreadCalls& thread) noexcept {
    const Call& call = thread.calls[--thread.depth];
    gantry_stop_started(call.timer, call.started);
}

// Calls whose frames are not above the new one have ended, by longjmp() or an exception that nobody
// told of.
void popLeft(ThreadCalls& thread, std::uintptr_t frame) noexcept {
    while (thread.depth > 0) {
        const std::uintptr_t last = thread.calls[thread.depth - 1].frame;
        if (last > frame || frame - last > kSameStack) {
            return;
        }
        pop(thread);
    }
}

void enter(const void* function, std::uintptr_t frame) noexcept {
    ThreadCalls& thread = threadCalls;
    if (thread.inside) {
        return;
    }
    popLeft(thread, frame);
    if (thread.depth == kMostDepth) {
        ++thread.tooDeep;
        return;
    }
    thread.inside = true;
    Call& call = thread.calls[thread.depth++];
    call.function = function;
    call.frame = frame;
    call.timer = table.of(function);
    call.started = gantry_start(call.timer);
    thread.inside = false;
}

void leave(const void* function) noexcept {
    ThreadCalls& thread = threadCalls;
    if (thread.inside) {
        return;
    }
    if (thread.tooDeep > 0) {
        --thread.tooDeep;
        return;
    }
    // Those above it have ended without saying so. One that is not there began before the module.
    std::size_t at = thread.depth;
    while (at > 0 && thread.calls[at - 1].function != function) {
        --at;
    }
    while (at > 0 && thread.depth >= at) {
        pop(thread);
    }
}

[[gnu::constructor]] void begin() noexcept {
    isOn.store(gantry_measuring() != 0, std::memory_order_release);
}

[[gnu::destructor]] void end() noexcept {
    isOn.store(false, std::memory_order_release);
}

}  // namespace

}  // namespace gantry::functions

extern "C" [[gnu::visibility("default")]] void __cyg_profile_func_enter(void* function,
                                                                        void* /*caller*/) noexcept {
    using namespace gantry::functions;
    if (isOn.load(std::memory_order_relaxed)) {
        enter(function, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
    }
}

extern "C" [[gnu::visibility("default")]] void __cyg_profile_func_exit(void* function,
                                                                       void* /*caller*/) noexcept {
    using namespace gantry::functions;
    if (isOn.load(std::memory_order_relaxed)) {
        leave(function);
    }
}
