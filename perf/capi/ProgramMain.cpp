// The main function of a program is measured by intercepting the function of the C library that
// calls it.
#include "ProcessEngine.hpp"
#include "WholeTimer.hpp"

namespace gantry::capi {

namespace {

using Main = int (*)(int, char**, char**);
using StartMain = int(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);

constinit Main programMain = nullptr;

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

// Before the constructors of the program where the library is preloaded, so that these are
// measured, too.
[[gnu::constructor]] void begin() {
    (void)processEngine();
}

[[gnu::destructor]] void end() {
    endProcess();
}

}  // namespace

}  // namespace gantry::capi

// NOLINTNEXTLINE(*identifier*,readability-function-size): name and parameters of the C library
extern "C" [[gnu::visibility("default")]] int __libc_start_main(gantry::capi::Main main, int count,
                                                                char** words, void (*initialise)(),
                                                                void (*finish)(),
                                                                void (*finishLoader)(),
                                                                void* stackEnd) {
    auto* const real = gantry::capi::behind<gantry::capi::StartMain>("__libc_start_main");
    gantry::capi::programMain = main;
    return real(gantry::capi::processEngine() != nullptr ? &gantry::capi::measuredMain : main,
                count, words, initialise, finish, finishLoader, stackEnd);
}
