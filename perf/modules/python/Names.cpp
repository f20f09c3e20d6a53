// Has the functions of Python in the call stack, where the sampler finds them.
#include <cstdint>

#include "EvalHook.hpp"
#include "FunctionNames.hpp"
#include "Slots.hpp"
#include "StackBounds.hpp"

namespace gantry::python {

namespace {

constinit EvalHook hook;
constinit FunctionNames names;
[[gnu::tls_model("initial-exec")]] constinit thread_local StackBounds stackBounds;

[[gnu::noinline]] std::uint32_t makeNumber(Object* code) noexcept {
    FunctionPlace place;
    hook.python().describe(code, place);
    const std::uint32_t number = names.numberOf(place);
    hook.python().keepExtra(code, std::size_t{number} + 1);
    return number;
}

std::uint32_t numberOf(Object* code) noexcept {
    const std::size_t kept = hook.python().extraOf(code);
    return kept != 0 ? static_cast<std::uint32_t>(kept - 1) : makeNumber(code);
}

[[gnu::noinline]] Object* callDeep(ThreadState* thread, Frame* frame, int throws) {
    const EvalHook::Pause pause(hook);
    Object* const result = slotAt(FunctionNames::kDeeper)(thread, frame, throws, hook.next());
    pause.end();
    return result;
}

// Takes no stack of its own: its last call is a jump.
Object* onCall(ThreadState* thread, Frame* frame, int throws) {
    if (!hook.isOn(frame)) {
        return hook.next()(thread, frame, throws);
    }
    if (!stackBounds.hold(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)))) {
        return callDeep(thread, frame, throws);
    }
    const std::uint32_t number = numberOf(hook.python().codeIn(frame));
    names.count(number);
    return slotAt(number)(thread, frame, throws, hook.next());
}

[[gnu::constructor]] void begin() noexcept {
    hook.start(onCall, [] { return names.takeRegion(); });
}

// Functions are not named any more: their memory goes with the engine.
[[gnu::destructor]] void end() noexcept {
    hook.stop();
}

}  // namespace

}  // namespace gantry::python
