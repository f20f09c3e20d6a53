#include "PapiThread.hpp"

#include <perf/segment/CpuClock.hpp>

#include <papi.h>

#include <unistd.h>

namespace gantry::perf {

namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one of each thread
constinit thread_local int usesInThread = 0;

}  // namespace

PapiThread::PapiThread() noexcept {
    ++usesInThread;
    // Each time: those before may be of the process this one was forked from.
    PAPI_register_thread();
}

PapiThread::~PapiThread() {
    if (--usesInThread == 0 && !abandoned_ && currentThread() != ::getpid()) {
        PAPI_unregister_thread();
    }
}

}  // namespace gantry::perf
