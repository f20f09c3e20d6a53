#pragma once

#include <gantry.h>

#include <cstdint>

/// Gantry for any C++ program (C++11 or newer), over <gantry.h>, whose rules hold here too: nothing
/// is linked, and where nothing measures every call is a test of one flag.
///
///     void solve() {
///         static const gantry::Timer timer("solve", "Solver", "numerics");
///         const gantry::Scope scope(timer);
///         ...
///     }
namespace gantry {

/// A timer; a plain value, to be made once. Calls may come from any number of threads.
///
///     static const gantry::Timer step("step");
///     const gantry::Scope scope(step);
///     step.parameter("rows", 4096);
class Timer final {
public:
    /// As gantry_timer. Takes a mutex: make it static.
    explicit Timer(const char* name, const char* type = "", const char* group = "") noexcept
        : handle_(gantry_timer(name, type, group)) {}

    /// As gantry_timer_at, for the line that calls this, or another one.
    ///
    ///     static const gantry::Timer step = gantry::Timer::here("step");
    static Timer here(const char* name, const char* type = "", const char* group = "",
                      const char* file = __builtin_FILE(),
                      std::uint32_t line = __builtin_LINE()) noexcept {
        return Timer(gantry_timer_at(name, type, group, file, line, 0));
    }

    /// As gantry_start and gantry_stop; a Scope cannot be forgotten.
    bool start() const noexcept { return gantry_start(handle_) != 0; }
    /// The call begun last on this thread.
    void stop() const noexcept { gantry_stop(handle_); }

    /// As gantry_parameter.
    void parameter(const char* name, std::int64_t value) const noexcept {
        gantry_parameter(handle_, name, value);
    }

    /// For the functions of <gantry.h>.
    gantry_timer_t handle() const noexcept { return handle_; }

private:
    explicit Timer(gantry_timer_t handle) noexcept : handle_(handle) {}

    gantry_timer_t handle_;
};

/// Runs a timer as long as it lives; on one thread. A timer that is switched on or off in between
/// does not disturb it: what was started is stopped. Neither copied nor moved, so a start has
/// exactly one stop, also where an exception is thrown.
class Scope final {
public:
    /// The timer may go before the scope: it keeps a copy of the handle.
    explicit Scope(const Timer& timer) noexcept : Scope(timer.handle()) {}
    explicit Scope(gantry_timer_t timer) noexcept : timer_(timer), started_(gantry_start(timer)) {}
    ~Scope() { gantry_stop_started(timer_, started_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    const gantry_timer_t timer_;
    const int started_;
};

/// An event; a plain value, to be made once.
///
///     static const gantry::Event size("message size [B]");
///     size.trigger(bytes);
class Event final {
public:
    /// As gantry_event.
    explicit Event(const char* name) noexcept : handle_(gantry_event(name)) {}

    /// As gantry_trigger, gantry_event.
    void trigger(double value) const noexcept { gantry_trigger(handle_, value); }
    gantry_event_t handle() const noexcept { return handle_; }

private:
    gantry_event_t handle_;
};

}  // namespace gantry
