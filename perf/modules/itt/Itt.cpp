// A collector of ITT. Each library of a program may contain a static part of its own, which loads
// the collector that INTEL_LIBITTNOTIFY64 names and asks it for functions.
#include <gantry.h>

#include <EventNames.hpp>
#include <OpenRegions.hpp>
#include <TimerNames.hpp>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "IttTypes.hpp"
#include "Texts.hpp"

namespace gantry::itt {

namespace {

using regions::EventNames;
using regions::OpenRegions;
using regions::TimerNames;

constexpr std::uint32_t kEvent = 0xffff;

constinit TimerNames names{"ITT"};
constinit EventNames counters;
constinit Texts texts;
constinit std::atomic<bool> isOn{false};
constinit std::atomic<bool> isPaused{false};
[[gnu::tls_model("initial-exec")]] constinit thread_local OpenRegions open;

bool on() noexcept {
    return isOn.load(std::memory_order_relaxed);
}

// An end names the domain only; two domains that share a kind are at worst ended in one's place.
std::uint32_t kindOf(const Domain* domain) noexcept {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(domain) >> 4U) % kEvent;
}

// What begins while measuring is paused has an end all the same.
void begin(TimerNames::Number number, std::uint32_t kind) noexcept {
    open.begin(names, isPaused.load(std::memory_order_relaxed) ? TimerNames::kNothing : number,
               kind);
}

Domain* createDomain(const char* name) noexcept {
    return name != nullptr ? texts.domain(name) : nullptr;
}

StringHandle* createString(const char* text) noexcept {
    return text != nullptr ? texts.string(text) : nullptr;
}

void beginTask(const Domain* domain, Id /*task*/, Id /*parent*/, StringHandle* name) noexcept {
    if (on() && domain != nullptr) {
        const char* const text = name != nullptr ? name->text : nullptr;
        begin(names.numberOf(text, domain->name != nullptr ? domain->name : ""), kindOf(domain));
    }
}

void beginFunction(const Domain* domain, Id /*task*/, Id /*parent*/, void* function) noexcept {
    if (on() && domain != nullptr) {
        begin(names.numberOfCode(function), kindOf(domain));
    }
}

void endTask(const Domain* domain) noexcept {
    if (on() && domain != nullptr) {
        open.end(names, kindOf(domain));
    }
}

// An event is the number of its timer plus 1; 0 is none.
std::int32_t createEvent(const char* name, std::int32_t /*length*/) noexcept {
    return on() ? static_cast<std::int32_t>(names.numberOf(name, "event")) + 1 : 0;
}

bool isEvent(std::int32_t event, TimerNames::Number& number) noexcept {
    number = static_cast<TimerNames::Number>(event - 1);
    return number < TimerNames::kNumbers;
}

std::int32_t startEvent(std::int32_t event) noexcept {
    if (TimerNames::Number number = 0; on() && isEvent(event, number)) {
        begin(number, kEvent);
    }
    return 0;
}

std::int32_t endEvent(std::int32_t event) noexcept {
    if (TimerNames::Number number = 0; on() && isEvent(event, number)) {
        open.endNumber(names, open.last() == TimerNames::kNothing ? TimerNames::kNothing : number);
    }
    return 0;
}

// Likewise, of an event of Gantry.
void* createCounter(const char* name, const char* /*domain*/) noexcept {
    return on() ? reinterpret_cast<void*>(std::uintptr_t{counters.numberOf(name)} + 1) : nullptr;
}

void addToCounter(void* counter, std::uint64_t value) noexcept {
    const std::uintptr_t number = reinterpret_cast<std::uintptr_t>(counter) - 1;
    if (on() && number < EventNames::kNumbers && !isPaused.load(std::memory_order_relaxed)) {
        gantry_trigger(counters.event(static_cast<EventNames::Number>(number)),
                       static_cast<double>(value));
    }
}

void nameThread(const char* name) noexcept {
    if (on()) {
        (void)gantry_name_thread(name);
    }
}

void pause() noexcept {
    isPaused.store(true, std::memory_order_relaxed);
}

void resume() noexcept {
    isPaused.store(false, std::memory_order_relaxed);
}

struct Known {
    const char* name;
    void* function;
};

template <class Called>
void* addressOf(Called* function) noexcept {
    return reinterpret_cast<void*>(function);
}

// Null for what is not measured.
void* functionFor(const char* name) noexcept {
    const std::array<Known, 13> known{{{"__itt_domain_create", addressOf(createDomain)},
                                       {"__itt_string_handle_create", addressOf(createString)},
                                       {"__itt_task_begin", addressOf(beginTask)},
                                       {"__itt_task_begin_fn", addressOf(beginFunction)},
                                       {"__itt_task_end", addressOf(endTask)},
                                       {"__itt_event_create", addressOf(createEvent)},
                                       {"__itt_event_start", addressOf(startEvent)},
                                       {"__itt_event_end", addressOf(endEvent)},
                                       {"__itt_counter_create", addressOf(createCounter)},
                                       {"__itt_counter_inc_delta", addressOf(addToCounter)},
                                       {"__itt_thread_set_name", addressOf(nameThread)},
                                       {"__itt_pause", addressOf(pause)},
                                       {"__itt_resume", addressOf(resume)}}};
    for (const Known& each : known) {
        if (std::strcmp(each.name, name) == 0) {
            return each.function;
        }
    }
    return nullptr;
}

[[gnu::constructor]] void start() noexcept {
    isOn.store(gantry_measuring() != 0, std::memory_order_release);
}

[[gnu::destructor]] void stop() noexcept {
    isOn.store(false, std::memory_order_release);
}

}  // namespace

// Of a static part of another version nothing is known; its functions stay as they are.
extern "C" [[gnu::visibility("default")]] void __itt_api_init(Global* global,
                                                              std::int32_t /*groups*/) noexcept {
    if (global == nullptr || std::memcmp(global->magic, kMagic, sizeof kMagic) != 0 ||
        global->major != kMajor || global->functions == nullptr) {
        return;
    }
    for (Function* each = global->functions; each->name != nullptr; ++each) {
        void* const measured = on() ? functionFor(each->name) : nullptr;
        *each->address = measured != nullptr ? measured : each->none;
    }
}

}  // namespace gantry::itt
