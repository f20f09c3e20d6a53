// Functions of the C library that stand before the real ones, so that the main function and the
// threads of a program are measured without its doing.
#include <cxxabi.h>
#include <dlfcn.h>
#include <memory>
#include <new>
#include <optional>
#include <pthread.h>
#include <string>

#include "ProcessEngine.hpp"

namespace gantry::capi {

namespace {

using Main = int (*)(int, char**, char**);
using StartMain = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
using Routine = void* (*)(void*);
using CreateThread = int (*)(pthread_t*, const pthread_attr_t*, Routine, void*);

constexpr const char* kGroup = "program";

constinit Main programMain = nullptr;

template <class Function>
Function* behind(const char* name) noexcept {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

std::optional<perf::TimerId> wholeTimer(const char* name, const std::string& type) noexcept {
    try {
        if (perf::Engine* const engine = processEngine()) {
            const perf::TimerId timer = engine->registerTimer(name, type, kGroup);
            engine->setMayStayOpen(timer);
            return timer;
        }
    } catch (const std::exception&) {
        // No room: it goes on without.
        return std::nullopt;
    }
    return std::nullopt;
}

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

int measuredMain(int count, char** words, char** environment) {
    const std::optional<perf::TimerId> timer = wholeTimer("main", {});
    if (!timer) {
        return programMain(count, words, environment);
    }
    engineInUse().start(*timer);
    const int status = programMain(count, words, environment);
    engineInUse().stop(*timer);
    return status;
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

[[gnu::constructor]] void begin() {
    (void)processEngine();
}

[[gnu::destructor]] void end() {
    endProcess();
}

}  // namespace

}  // namespace gantry::capi

using namespace gantry::capi;

extern "C" [[gnu::visibility("default")]] int __libc_start_main(Main main, int count, char** words,
                                                                void (*initialise)(),
                                                                void (*finish)(),
                                                                void (*finishLoader)(),
                                                                void* stackEnd) {
    auto* const real = behind<std::remove_pointer_t<StartMain>>("__libc_start_main");
    const bool measured = processEngine() != nullptr;
    programMain = main;
    return real(measured ? &measuredMain : main, count, words, initialise, finish, finishLoader,
                stackEnd);
}

extern "C" [[gnu::visibility("default")]] int pthread_create(pthread_t* thread,
                                                             const pthread_attr_t* attributes,
                                                             Routine routine,
                                                             void* argument) noexcept {
    static auto* const real = behind<std::remove_pointer_t<CreateThread>>("pthread_create");
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
