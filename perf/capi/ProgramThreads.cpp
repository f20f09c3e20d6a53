// The threads of a program are measured by standing before the function that makes them.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <memory>
#include <new>
#include <pthread.h>
#include <string_view>

#include "ProcessEngine.hpp"
#include "ThrottleThread.hpp"
#include "WholeTimer.hpp"

namespace gantry::capi {

namespace {

using Routine = void* (*)(void*);
using CreateThread = int(pthread_t*, const pthread_attr_t*, Routine, void*);

// The name of the function as the program's author wrote it; empty where the program keeps none.
// Only a name that begins at that very address: the nearest one before it may be another
// function's.
std::string symbolOf(Routine routine) {
    Dl_info info{};
    if (::dladdr(reinterpret_cast<void*>(routine), &info) == 0 || info.dli_sname == nullptr ||
        info.dli_saddr != reinterpret_cast<void*>(routine)) {
        return {};
    }
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> plain(
        abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status), &std::free);
    return plain != nullptr ? plain.get() : info.dli_sname;
}

// Whether the code at that address is of a library that makes threads for its own use: those of MPI
// and what it is built on wait for events all the time, which says nothing of the program.
bool isOwnUse(const void* caller) noexcept {
    constexpr std::array<std::string_view, 12> kLibraries{
        "libmpi",    "libopen-pal", "libopen-rte", "libpmix", "libprrte", "libevent",
        "libfabric", "libucs",      "libucp",      "libuct",  "libpsm",   "libibverbs"};
    Dl_info info{};
    if (::dladdr(caller, &info) == 0 || info.dli_fname == nullptr) {
        return false;
    }
    std::string_view name = info.dli_fname;
    name.remove_prefix(name.rfind('/') + 1);
    // Plug-ins of Open MPI: mca_btl_tcp.so.
    return name.starts_with("mca_") ||
           std::any_of(kLibraries.begin(), kLibraries.end(),
                       [name](std::string_view library) { return name.starts_with(library); });
}

std::optional<perf::TimerId> threadTimer(Routine routine) noexcept {
    try {
        return wholeTimer("thread", symbolOf(routine));
    } catch (const std::exception&) {
        return wholeTimer("thread", {});
    }
}

struct ThreadStart {
    Routine routine;
    void* argument;
    perf::TimerId timer;
};

// Nothing here has a destructor: a thread may be ended by an unwinding of another library's making.
void* measuredThread(void* given) {
    const ThreadStart start = *static_cast<ThreadStart*>(given);
    delete static_cast<ThreadStart*>(given);
    engineInUse().start(start.timer);
    void* const result = start.routine(start.argument);
    engineInUse().stop(start.timer);
    return result;
}

}  // namespace

}  // namespace gantry::capi

extern "C" [[gnu::visibility("default")]] int pthread_create(pthread_t* thread,
                                                             const pthread_attr_t* attributes,
                                                             gantry::capi::Routine routine,
                                                             void* argument) noexcept {
    using gantry::capi::ThreadStart;
    static auto* const real = gantry::capi::behind<gantry::capi::CreateThread>("pthread_create");
    const std::optional<gantry::perf::TimerId> timer =
        gantry::capi::timesThreads() && !gantry::capi::isMakingOwnThread() &&
                !gantry::capi::isOwnUse(__builtin_return_address(0))
            ? gantry::capi::threadTimer(routine)
            : std::nullopt;
    auto* const start = timer ? new (std::nothrow) ThreadStart{routine, argument, *timer} : nullptr;
    if (start == nullptr) {
        return real(thread, attributes, routine, argument);
    }
    const int code = real(thread, attributes, &gantry::capi::measuredThread, start);
    if (code != 0) {
        delete start;
    }
    return code;
}
