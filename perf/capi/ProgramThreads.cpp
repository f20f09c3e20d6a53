// The threads of a program are measured by standing before the function that makes them.
#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <memory>
#include <new>
#include <pthread.h>

#include "ProcessEngine.hpp"
#include "WholeTimer.hpp"

namespace gantry::capi {

namespace {

using Routine = void* (*)(void*);
using CreateThread = int(pthread_t*, const pthread_attr_t*, Routine, void*);

// The name of the function as the program's author wrote it; empty where the program keeps none.
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
    using namespace gantry::capi;
    static auto* const real = behind<CreateThread>("pthread_create");
    const std::optional<gantry::perf::TimerId> timer =
        timesThreads() ? threadTimer(routine) : std::nullopt;
    auto* const start = timer ? new (std::nothrow) ThreadStart{routine, argument, *timer} : nullptr;
    if (start == nullptr) {
        return real(thread, attributes, routine, argument);
    }
    const int code = real(thread, attributes, &measuredThread, start);
    if (code != 0) {
        delete start;
    }
    return code;
}
