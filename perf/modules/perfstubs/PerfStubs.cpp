// The functions of a tool of PerfStubs, which a program looks up by name in its own process. A
// handle of a timer or counter is its number plus 1, so that none is null.
#include <gantry.h>

#include <EventNames.hpp>
#include <OpenRegions.hpp>
#include <TimerNames.hpp>
#include <atomic>
#include <cstdint>
#include <cstring>

namespace gantry::perfstubs {

namespace {

using regions::EventNames;
using regions::OpenRegions;
using regions::TimerNames;

constinit TimerNames names{"PerfStubs"};
constinit EventNames counters;
constinit std::atomic<bool> isOn{false};
constinit std::atomic<bool> isPaused{false};
[[gnu::tls_model("initial-exec")]] constinit thread_local OpenRegions open;

bool on() noexcept {
    return isOn.load(std::memory_order_relaxed);
}

void* handleOf(std::uint32_t number) noexcept {
    return reinterpret_cast<void*>(std::uintptr_t{number} + 1);
}

// False for what no create function gave.
bool isHandle(const void* handle, std::uint32_t numbers, std::uint32_t& number) noexcept {
    const std::uintptr_t value = reinterpret_cast<std::uintptr_t>(handle) - 1;
    number = static_cast<std::uint32_t>(value);
    return value < numbers;
}

// What begins while measuring is paused has an end all the same.
void begin(TimerNames::Number number) noexcept {
    open.begin(names, isPaused.load(std::memory_order_relaxed) ? TimerNames::kNothing : number);
}

// By its number, or as begun in a pause.
void end(TimerNames::Number number) noexcept {
    open.endNumber(names, open.last() == TimerNames::kNothing ? TimerNames::kNothing : number);
}

[[gnu::constructor]] void start() noexcept {
    isOn.store(gantry_measuring() != 0, std::memory_order_release);
}

[[gnu::destructor]] void stop() noexcept {
    isOn.store(false, std::memory_order_release);
}

}  // namespace

#define GANTRY_EXPORTED extern "C" [[gnu::visibility("default")]]

GANTRY_EXPORTED void ps_tool_initialize() noexcept {}
GANTRY_EXPORTED void ps_tool_finalize() noexcept {}
GANTRY_EXPORTED void ps_tool_register_thread() noexcept {}
GANTRY_EXPORTED void ps_tool_dump_data() noexcept {}
GANTRY_EXPORTED void ps_tool_pause_measurement() noexcept {
    isPaused.store(true, std::memory_order_relaxed);
}
GANTRY_EXPORTED void ps_tool_resume_measurement() noexcept {
    isPaused.store(false, std::memory_order_relaxed);
}

GANTRY_EXPORTED void* ps_tool_timer_create(const char* name) noexcept {
    return on() ? handleOf(names.numberOf(name)) : nullptr;
}
GANTRY_EXPORTED void ps_tool_timer_start(const void* timer) noexcept {
    if (std::uint32_t number = 0; on() && isHandle(timer, TimerNames::kNumbers, number)) {
        begin(number);
    }
}
GANTRY_EXPORTED void ps_tool_timer_stop(const void* timer) noexcept {
    if (std::uint32_t number = 0; on() && isHandle(timer, TimerNames::kNumbers, number)) {
        end(number);
    }
}

GANTRY_EXPORTED void ps_tool_start_string(const char* name) noexcept {
    if (on()) {
        begin(names.numberOf(name));
    }
}
GANTRY_EXPORTED void ps_tool_stop_string(const char* name) noexcept {
    if (on()) {
        end(names.numberOf(name));
    }
}
GANTRY_EXPORTED void ps_tool_stop_current() noexcept {
    if (on()) {
        open.endLast(names);
    }
}

GANTRY_EXPORTED void ps_tool_dynamic_phase_start(const char* phase, int iteration) noexcept {
    if (on()) {
        const TimerNames::Number number = names.numberOf(phase, "phase");
        begin(number);
        if (!isPaused.load(std::memory_order_relaxed)) {
            gantry_parameter(names.timer(number), "iteration", iteration);
        }
    }
}
GANTRY_EXPORTED void ps_tool_dynamic_phase_stop(const char* phase, int /*iteration*/) noexcept {
    if (on()) {
        end(names.numberOf(phase, "phase"));
    }
}

// Of the innermost region.
GANTRY_EXPORTED void ps_tool_set_parameter(const char* name, std::int64_t value) noexcept {
    if (on()) {
        gantry_parameter(names.timer(open.last()), name, value);
    }
}

GANTRY_EXPORTED void* ps_tool_create_counter(const char* name) noexcept {
    return on() ? handleOf(counters.numberOf(name)) : nullptr;
}
GANTRY_EXPORTED void ps_tool_sample_counter(const void* counter, double value) noexcept {
    if (std::uint32_t number = 0; on() && isHandle(counter, EventNames::kNumbers, number) &&
                                  !isPaused.load(std::memory_order_relaxed)) {
        gantry_trigger(counters.event(number), value);
    }
}

GANTRY_EXPORTED void ps_tool_set_metadata(const char* name, const char* value) noexcept {
    if (on()) {
        (void)gantry_fact(name, value);
    }
}

// Programs that ask for data get none: all numbers and pointers are zero. They are in the archive.
namespace {

struct TimerData {
    unsigned timers, threads, metrics;
    char **timerNames, **metricNames;
    double* values;
};
struct CounterData {
    unsigned counters, threads;
    char** names;
    double *samples, *total, *least, *most, *squares;
};
struct Metadata {
    unsigned values;
    char **names, **texts;
};

}  // namespace

GANTRY_EXPORTED void ps_tool_get_timer_data(TimerData* data) noexcept {
    *data = {};
}
GANTRY_EXPORTED void ps_tool_get_counter_data(CounterData* data) noexcept {
    *data = {};
}
GANTRY_EXPORTED void ps_tool_get_metadata(Metadata* data) noexcept {
    *data = {};
}
GANTRY_EXPORTED void ps_tool_free_timer_data(TimerData* /*data*/) noexcept {}
GANTRY_EXPORTED void ps_tool_free_counter_data(CounterData* /*data*/) noexcept {}
GANTRY_EXPORTED void ps_tool_free_metadata(Metadata* /*data*/) noexcept {}

}  // namespace gantry::perfstubs
