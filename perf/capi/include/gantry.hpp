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

/// A timer; a plain value, to be made once.
class Timer final {
public:
    /// As gantry_timer.
    explicit Timer(const char* name, const char* type = "", const char* group = "") noexcept
        : handle_(gantry_timer(name, type, group)) {}

    /// As gantry_start and gantry_stop; a Scope cannot be forgotten.
    bool start() const noexcept { return gantry_start(handle_) != 0; }
    void stop() const noexcept { gantry_stop(handle_); }

    /// As gantry_parameter.
    void parameter(const char* name, std::int64_t value) const noexcept {
        gantry_parameter(handle_, name, value);
    }

    gantry_timer_t handle() const noexcept { return handle_; }

private:
    gantry_timer_t handle_;
};

/// Runs a timer as long as it lives; on one thread.
class Scope final {
public:
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
class Event final {
public:
    explicit Event(const char* name) noexcept : handle_(gantry_event(name)) {}

    void trigger(double value) const noexcept { gantry_trigger(handle_, value); }
    gantry_event_t handle() const noexcept { return handle_; }

private:
    gantry_event_t handle_;
};

}  // namespace gantry
