#pragma once

#include <cstdint>

/// What the module needs of the tools interface of OpenMP 5.0 (OMPT), by the numbers of the
/// standard, so that no header of a runtime library is needed to build it.
namespace gantry::openmp {

union Data {
    std::uint64_t value;
    void* pointer;
};

/// Both ends of what has a duration.
enum Endpoint : std::int32_t { Begin = 1, End = 2 };

enum Event : std::int32_t {
    ThreadBegin = 1,
    ParallelBegin = 3,
    ParallelEnd = 4,
    TaskCreate = 5,
    TaskSchedule = 6,
    ImplicitTask = 7,
    SyncRegionWait = 16,
    Work = 20,
    MutexAcquire = 26,
    MutexAcquired = 27,
};

/// Of implicit and explicit tasks.
enum TaskFlag : std::uint32_t { InitialTask = 1, ExplicitTask = 4 };

/// Why a task is left.
enum TaskStatus : std::int32_t { Complete = 1, Cancelled = 3 };

using Callback = void (*)();
using SetCallback = std::int32_t (*)(std::int32_t event, Callback callback);
using Lookup = Callback (*)(const char* name);

/// What ompt_start_tool() returns.
struct Tool {
    std::int32_t (*initialize)(Lookup lookup, std::int32_t device, Data* data);
    void (*finalize)(Data* data);
    Data data;
};

}  // namespace gantry::openmp
