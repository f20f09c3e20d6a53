// What a runtime library of OpenMP calls in its tool. It finds ompt_start_tool() before its own as
// this library was loaded first.
#include <gantry.h>

#include <OpenRegions.hpp>
#include <TimerNames.hpp>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "Events.hpp"
#include "Ompt.hpp"

namespace gantry::openmp {

namespace {

using regions::OpenRegions;
using regions::TimerNames;

// By which an end finds its begin.
enum Kind : std::uint32_t { Parallel, Implicit, Waiting, Working, Locking };

constexpr std::uint64_t kRunning = std::uint64_t{1} << 32U;

constinit TimerNames names{"OpenMP"};
constinit std::atomic<bool> isOn{false};
[[gnu::tls_model("initial-exec")]] constinit thread_local OpenRegions open;
// The thread waits at the end of a region for the next one.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool isIdle = false;

bool on() noexcept {
    return isOn.load(std::memory_order_relaxed);
}

// The address is the one that the call returns to, which may be that of the next function.
TimerNames::Number numberAt(const void* returned) noexcept {
    return returned == nullptr ? names.numberOf("(runtime)", "")
                               : names.numberOfCode(static_cast<const char*>(returned) - 1);
}

// By number; 0 and what is above is not known.
template <std::size_t kSize>
const char* nameOf(const std::array<const char*, kSize>& known, std::int32_t number) noexcept {
    const auto place = static_cast<std::size_t>(number);
    return place < kSize ? known[place] : known[0];
}

constexpr std::array<const char*, 11> kWaits{
    "(unknown)",        "barrier",
    "implicit barrier", "barrier",
    "barrier",          "taskwait",
    "taskgroup",        "reduction",
    "implicit barrier", "implicit barrier at the end of a region",
    "barrier of teams"};
constexpr std::array<const char*, 9> kWork{"(unknown)",  "loop",     "sections",
                                           "single",     "single",   "workshare",
                                           "distribute", "taskloop", "scope"};
constexpr std::array<const char*, 8> kLocks{"(unknown)", "lock",     "lock",   "lock",
                                            "lock",      "critical", "atomic", "ordered"};

// A region of one thread has no other members, whose numbers come from here.
void onParallelBegin(Data* /*task*/, const void* /*frame*/, Data* parallel, std::uint32_t /*size*/,
                     std::int32_t /*flags*/, const void* code) noexcept {
    if (on()) {
        const TimerNames::Number number = numberAt(code);
        parallel->value = std::uint64_t{number} + 1;
        open.begin(names, number, Parallel);
    }
}

void onParallelEnd(Data* parallel, Data* /*task*/, std::int32_t /*flags*/,
                   const void* /*code*/) noexcept {
    if (on() && parallel != nullptr && parallel->value != 0) {
        open.endNumber(names, static_cast<TimerNames::Number>(parallel->value - 1));
    }
}

// The thread with index 0 is the one whose region is timed already.
void onImplicitTask(std::int32_t endpoint, Data* parallel, Data* task, std::uint32_t /*size*/,
                    std::uint32_t index, std::int32_t flags) noexcept {
    if (!on() || index == 0 || (static_cast<std::uint32_t>(flags) & InitialTask) != 0) {
        return;
    }
    if (endpoint == Begin && parallel != nullptr && parallel->value != 0) {
        open.begin(names, static_cast<TimerNames::Number>(parallel->value - 1), Implicit);
        task->value = kRunning;
    } else if (endpoint == End && task != nullptr && task->value == kRunning) {
        task->value = 0;
        open.end(names, Implicit);
    }
}

// The runtime does not say when the barrier at the end of a region is over for the further threads:
// the wait that it announces lasts until the next region, or until the end of the program. So the
// region ends there where its thread has arrived, and what follows is time of the thread itself.
bool isEndOfRegion(std::int32_t kind, const Data* task, const void* code) noexcept {
    constexpr std::int32_t kImplicit = 2;
    constexpr std::int32_t kImplicitParallel = 9;
    return task != nullptr && task->value == kRunning &&
           (kind == kImplicitParallel || (kind == kImplicit && code == nullptr));
}

void onWait(std::int32_t kind, std::int32_t endpoint, Data* /*parallel*/, Data* task,
            const void* code) noexcept {
    if (!on()) {
        return;
    }
    if (endpoint == Begin && isEndOfRegion(kind, task, code)) {
        open.end(names, Implicit);
        task->value = 0;
        isIdle = true;
    } else if (endpoint == End && isIdle) {
        isIdle = false;
    } else if (endpoint == Begin) {
        open.begin(names, names.numberOf(nameOf(kWaits, kind), "waiting"), Waiting);
    } else {
        open.end(names, Waiting);
    }
}

void onWork(std::int32_t kind, std::int32_t endpoint, Data* /*parallel*/, Data* /*task*/,
            std::uint64_t /*count*/, const void* /*code*/) noexcept {
    if (!on()) {
        return;
    }
    if (endpoint == Begin) {
        open.begin(names, names.numberOf(nameOf(kWork, kind), "work"), Working);
    } else {
        open.end(names, Working);
    }
}

void onMutexAcquire(std::int32_t kind, std::uint32_t /*hint*/, std::uint32_t /*form*/,
                    std::uint64_t /*lock*/, const void* /*code*/) noexcept {
    if (on()) {
        open.begin(names, names.numberOf(nameOf(kLocks, kind), "waiting"), Locking);
    }
}

// A lock that was only tried has been acquired without having been waited for.
void onMutexAcquired(std::int32_t kind, std::uint64_t /*lock*/, const void* /*code*/) noexcept {
    constexpr std::int32_t kTestLock = 2;
    constexpr std::int32_t kTestNestLock = 4;
    if (on() && kind != kTestLock && kind != kTestNestLock) {
        open.end(names, Locking);
    }
}

void onTaskCreate(Data* /*from*/, const void* /*frame*/, Data* task, std::int32_t flags,
                  std::int32_t /*depends*/, const void* code) noexcept {
    if (on() && (static_cast<std::uint32_t>(flags) & ExplicitTask) != 0) {
        task->value = std::uint64_t{numberAt(code)} + 1;
    }
}

// A task that waits stays open: those that its thread runs meanwhile are inside it, as on its
// stack.
void onTaskSchedule(Data* prior, std::int32_t status, Data* next) noexcept {
    if (!on()) {
        return;
    }
    if (prior != nullptr && (status == Complete || status == Cancelled) &&
        prior->value > kRunning) {
        open.endNumber(names, static_cast<TimerNames::Number>(prior->value - kRunning - 1));
        prior->value = 0;
    }
    if (next != nullptr && next->value > 0 && next->value < kRunning) {
        open.begin(names, static_cast<TimerNames::Number>(next->value - 1), Working);
        next->value += kRunning;
    }
}

void onThreadBegin(std::int32_t kind, Data* /*thread*/) noexcept {
    constexpr std::int32_t kWorker = 2;
    if (on() && kind == kWorker) {
        gantry_name_thread("OpenMP worker");
    }
}

template <class Function>
void subscribe(SetCallback set, Event event, Function function) noexcept {
    (void)set(event, reinterpret_cast<Callback>(function));
}

std::int32_t initialize(Lookup lookup, std::int32_t /*device*/, Data* /*data*/) noexcept {
    const auto set = reinterpret_cast<SetCallback>(lookup("ompt_set_callback"));
    if (set == nullptr) {
        return 0;
    }
    subscribe(set, ThreadBegin, onThreadBegin);
    subscribe(set, ParallelBegin, onParallelBegin);
    subscribe(set, ParallelEnd, onParallelEnd);
    subscribe(set, ImplicitTask, onImplicitTask);
    subscribe(set, SyncRegionWait, onWait);
    const Events asked = eventsIn(std::getenv("GANTRY_OPENMP_EVENTS"));
    if (asked.work) {
        subscribe(set, Work, onWork);
    }
    if (asked.mutex) {
        subscribe(set, MutexAcquire, onMutexAcquire);
        subscribe(set, MutexAcquired, onMutexAcquired);
    }
    if (asked.tasks) {
        subscribe(set, TaskCreate, onTaskCreate);
        subscribe(set, TaskSchedule, onTaskSchedule);
    }
    isOn.store(true, std::memory_order_release);
    return 1;
}

void finalize(Data* /*data*/) noexcept {
    isOn.store(false, std::memory_order_release);
}

constinit Tool tool{initialize, finalize, {0}};

[[gnu::destructor]] void end() noexcept {
    isOn.store(false, std::memory_order_release);
}

}  // namespace

}  // namespace gantry::openmp

// Null: the runtime looks for another tool, and announces nothing if there is none.
extern "C" [[gnu::visibility("default")]] gantry::openmp::Tool* ompt_start_tool(
    std::uint32_t /*version*/, const char* /*runtime*/) noexcept {
    return gantry_measuring() != 0 ? &gantry::openmp::tool : nullptr;
}
