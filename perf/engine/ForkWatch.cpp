#include <perf/engine/detail/ForkWatch.hpp>
#include <perf/engine/detail/ThreadAnchor.hpp>

#include <mutex>
#include <new>
#include <pthread.h>

namespace gantry::perf {

namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): of the whole process, see below
// The system calls the functions for a fork without saying for what.
constinit std::mutex mutex;
constinit ForkWatch* first = nullptr;

// Of the forking thread, from before the fork until after it.
constinit thread_local bool interrupts = false;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

void ForkWatch::lockForks() noexcept {
    mutex.lock();
}

void ForkWatch::unlockForks() noexcept {
    mutex.unlock();
}

// At the end, so that functions are called in the order in which the objects were made.
void ForkWatch::watch() {
    static const int failed = ::pthread_atfork(&prepare, &inParent, &inChild);
    if (failed != 0) {
        throw std::bad_alloc();
    }
    const std::lock_guard lock(mutex);
    ForkWatch** last = &first;
    while (*last != nullptr) {
        last = &(*last)->next_;
    }
    *last = this;
}

void ForkWatch::unlink() noexcept {
    ForkWatch** at = &first;
    while (*at != nullptr && *at != this) {
        at = &(*at)->next_;
    }
    if (*at == this) {
        *at = next_;
    }
}

void ForkWatch::prepare() noexcept {
    mutex.lock();
    // A use that this thread is in may hold the very mutexes.
    interrupts = anchorOfThread().inside != 0;
    if (interrupts) {
        return;
    }
    // Until after the fork, so that a handler that comes in between does not use what is locked.
    anchorOfThread().inside = 1;
    for (ForkWatch* one = first; one != nullptr; one = one->next_) {
        one->beforeFork();
    }
}

void ForkWatch::inParent() noexcept {
    if (!interrupts) {
        for (ForkWatch* one = first; one != nullptr; one = one->next_) {
            one->afterForkInParent();
        }
        leave(anchorOfThread());
    }
    mutex.unlock();
}

void ForkWatch::inChild() noexcept {
    for (ForkWatch* one = first; one != nullptr; one = one->next_) {
        one->afterForkInChild(!interrupts);
    }
    forgetAnchor();
    if (!interrupts) {
        leave(anchorOfThread());
    }
    mutex.unlock();
}

}  // namespace gantry::perf
