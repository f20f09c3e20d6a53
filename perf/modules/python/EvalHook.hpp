#pragma once

#include <atomic>
#include <cstdint>

#include "Interpreter.hpp"

namespace gantry::python {

/// The function that the interpreter calls in place of its own one for each call of a Python
/// function and each resumption of a generator (PEP 523). One in a module; everything but start()
/// is for threads that hold the interpreter's lock, and the function itself must let exceptions
/// pass: a thread that ends at the end of the interpreter unwinds its stack.
class EvalHook final {
public:
    /// Has `own` called from the moment on when the interpreter starts, before any code of the
    /// program. begin: takes memory for what is recorded, false where there is none; called once in
    /// the process, and once more in a forked child. Does nothing where there is no interpreter
    /// (Interpreter::find), or nothing is measured. Call it before main.
    void start(EvalFunction own, bool (*begin)()) noexcept;

    /// Whether this call is to be recorded. Costs a load.
    [[nodiscard]] bool isOn(Frame* frame) noexcept {
        return state_.load(std::memory_order_relaxed) == State::On || resumes(frame);
    }
    /// At the end of measuring.
    void stop() noexcept { state_.store(State::Off, std::memory_order_relaxed); }

    [[nodiscard]] const Interpreter& python() const noexcept { return python_; }
    /// What runs a frame: the interpreter's own function, or that of another tool.
    [[nodiscard]] EvalFunction next() const noexcept { return next_; }

    /// While one exists, calls from this frame on are not seen, and take no stack from Python 3.11
    /// on. Those of other threads are not seen either.
    class Pause final {
    public:
        explicit Pause(const EvalHook& hook) noexcept;
        /// Must be called. No destructor does it: a thread that ends at the end of the
        /// interpreter does not have its lock.
        void end() const noexcept;

    private:
        const EvalHook& hook_;
        InterpreterState* state_;
    };

private:
    enum class State : std::uint32_t { Off, Installed, On, Forked };

    static Object* makeModule();
    static void afterFork() noexcept;
    void install() noexcept;
    bool resumes(Frame* frame) noexcept;

    Interpreter python_;
    EvalFunction own_ = nullptr;
    EvalFunction next_ = nullptr;
    bool (*begin_)() = nullptr;
    Object* (*makeModule_)() = nullptr;
    std::atomic<State> state_{State::Off};
};

}  // namespace gantry::python
