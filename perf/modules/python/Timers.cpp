// Times every call of a Python function.
#include <gantry.h>

#include <array>
#include <cstdint>

#include "EvalHook.hpp"
#include "StackBounds.hpp"

namespace gantry::python {

namespace {

constexpr std::size_t kMostTimers = 131072;
constexpr const char* kGroup = "python";

constinit EvalHook hook;
// By their ids: what is kept with a code object is that, plus 1. Code that is compiled again and
// again has one timer.
constinit std::array<gantry_timer_t, kMostTimers> timers{};
[[gnu::tls_model("initial-exec")]] constinit thread_local StackBounds stackBounds;

[[gnu::noinline]] gantry_timer_t makeTimer(Object* code) noexcept {
    FunctionPlace place;
    hook.python().describe(code, place);
    const gantry_timer_t timer = gantry_timer_at(place.name, "", kGroup, place.file,
                                                 static_cast<std::uint32_t>(place.line), 0);
    if (timer.id < kMostTimers) {
        timers[timer.id] = timer;
        hook.python().keepExtra(code, std::size_t{timer.id} + 1);
    }
    return timer;
}

gantry_timer_t timerOf(Object* code) noexcept {
    const std::size_t kept = hook.python().extraOf(code);
    return kept != 0 ? timers[kept - 1] : makeTimer(code);
}

// A call that a thread leaves at the end of the interpreter, without returning, is counted by the
// engine as one that was running.
Object* onCall(ThreadState* thread, Frame* frame, int throws) {
    if (!hook.isOn(frame)) {
        return hook.next()(thread, frame, throws);
    }
    if (!stackBounds.hold(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)))) {
        const EvalHook::Pause pause(hook);
        Object* const result = hook.next()(thread, frame, throws);
        pause.end();
        return result;
    }
    const gantry_timer_t timer = timerOf(hook.python().codeIn(frame));
    const int started = gantry_start(timer);
    Object* const result = hook.next()(thread, frame, throws);
    gantry_stop_started(timer, started);
    return result;
}

[[gnu::constructor]] void begin() noexcept {
    hook.start(onCall, [] { return true; });
}

[[gnu::destructor]] void end() noexcept {
    hook.stop();
}

}  // namespace

}  // namespace gantry::python
