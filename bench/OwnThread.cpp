#include "OwnThread.hpp"

#include <pthread.h>
#include <sched.h>
#include <utility>

namespace gantry::bench {

OwnThread::OwnThread() : thread_([this] { serve(); }) {}

OwnThread::~OwnThread() {
    {
        const std::lock_guard lock(mutex_);
        isOver_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void OwnThread::run(const std::function<void()>& work) {
    std::unique_lock lock(mutex_);
    comeToCaller();
    work_ = &work;
    changed_.notify_all();
    changed_.wait(lock, [this] { return work_ == nullptr; });
    if (thrown_ != nullptr) {
        std::rethrow_exception(std::exchange(thrown_, nullptr));
    }
}

// Where it is not allowed to, it stays where it is.
void OwnThread::comeToCaller() {
    const int core = ::sched_getcpu();
    if (core < 0 || core == core_) {
        return;
    }
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(static_cast<unsigned>(core), &only);
    if (::pthread_setaffinity_np(thread_.native_handle(), sizeof only, &only) == 0) {
        core_ = core;
    }
}

void OwnThread::serve() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return work_ != nullptr || isOver_; });
        if (work_ == nullptr) {
            return;
        }
        try {
            (*work_)();
        } catch (...) {
            thrown_ = std::current_exception();
        }
        work_ = nullptr;
        changed_.notify_all();
    }
}

}  // namespace gantry::bench
