#include "EvalHook.hpp"

#include <gantry.h>

#include <cstring>
#include <pthread.h>

namespace gantry::python {

namespace {

// Made by each interpreter for itself at its start, before it runs code from a file.
constexpr const char* kEarlyModule = "posix";

// There is one in a module; the functions that get no argument know it by this.
constinit EvalHook* hookOfProcess = nullptr;

}  // namespace

void EvalHook::start(EvalFunction own, bool (*begin)()) noexcept {
    if (gantry_measuring() == 0 || !python_.find()) {
        return;
    }
    for (BuiltinModule* module = python_.builtinModules(); module->name != nullptr; ++module) {
        if (std::strcmp(module->name, kEarlyModule) == 0) {
            own_ = own;
            begin_ = begin;
            hookOfProcess = this;
            makeModule_ = module->make;
            module->make = makeModule;
            return;
        }
    }
}

Object* EvalHook::makeModule() {
    hookOfProcess->install();
    return hookOfProcess->makeModule_();
}

// An interpreter that is started again after its end in the same process gets it again.
void EvalHook::install() noexcept {
    InterpreterState* const interpreter = python_.mainState();
    const bool isFirst = next_ == nullptr;
    if (interpreter == nullptr || python_.evalOf(interpreter) == own_ ||
        python_.hasStackTrampoline() || (isFirst && !begin_()) || !python_.takeExtra()) {
        return;
    }
    if (isFirst) {
        (void)::pthread_atfork(nullptr, nullptr, afterFork);
        state_.store(State::Installed, std::memory_order_relaxed);
    }
    next_ = python_.evalOf(interpreter);
    python_.setEval(interpreter, own_);
}

void EvalHook::afterFork() noexcept {
    State on = State::On;
    hookOfProcess->state_.compare_exchange_strong(on, State::Forked);
}

// The memory of a forked child is its own when it has been taken again; until then that of its
// parent is mapped, which it must not write.
bool EvalHook::resumes(Frame* frame) noexcept {
    const State state = state_.load(std::memory_order_relaxed);
    if (state == State::Off) {
        return false;
    }
    const bool can = state == State::Forked ? begin_() : python_.learnFrames(frame);
    state_.store(can ? State::On : State::Off, std::memory_order_relaxed);
    return can;
}

EvalHook::Pause::Pause(const EvalHook& hook) noexcept
    : hook_(hook), state_(hook.python_.mainState()) {
    if (state_ == nullptr || hook_.python_.evalOf(state_) != hook_.own_) {
        // The function of another tool calls ours, or another thread pauses already.
        state_ = nullptr;
        return;
    }
    hook_.python_.setEval(state_, hook_.next_);
}

void EvalHook::Pause::end() const noexcept {
    if (state_ != nullptr && hook_.python_.evalOf(state_) == hook_.next_) {
        hook_.python_.setEval(state_, hook_.own_);
    }
}

}  // namespace gantry::python
