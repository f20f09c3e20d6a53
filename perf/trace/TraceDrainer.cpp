#include <perf/trace/TraceDrainer.hpp>

#include <algorithm>
#include <csignal>
#include <exception>
#include <pthread.h>
#include <unistd.h>

namespace gantry::perf {

namespace {

// The new thread inherits the mask, so signals of the program never interrupt the drainer.
class SignalsBlocked final {
public:
    SignalsBlocked() noexcept {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_{};
};

}  // namespace

TraceDrainer::TraceDrainer(Segment& segment, const std::filesystem::path& file)
    : segment_(segment), process_(::getpid()), drain_(file) {
    sweep(false);
    const SignalsBlocked blocked;
    thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

TraceDrainer::~TraceDrainer() {
    // After a fork only the calling thread exists: joining would wait forever.
    if (::getpid() != process_) {
        thread_.detach();
        return;
    }
    thread_.request_stop();
    thread_.join();
    end();
}

void TraceDrainer::end() noexcept {
    const std::lock_guard lock(mutex_);
    try {
        if (problem_.empty()) {
            drain_.end(writableBytesOf(segment_));
        }
    } catch (const std::exception&) {
        // The file then has no end chunk, and its readers report that.
        return;
    }
}

void TraceDrainer::flush() {
    const std::lock_guard lock(mutex_);
    if (::getpid() == process_) {
        sweep(true);
    }
}

std::string TraceDrainer::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_.empty() ? drain_.problem() : problem_;
}

void TraceDrainer::watch(const std::stop_token& stop) {
    std::unique_lock waiting(waitMutex_);
    auto wait = RingDrain::kMostWait;
    while (!stop.stop_requested()) {
        wake_.wait_for(waiting, stop, wait, [] { return false; });
        wait = std::min(2 * wait, RingDrain::kMostWait);
        bool again = true;
        while (again && !stop.stop_requested()) {
            const std::lock_guard lock(mutex_);
            again = sweep(false);
            wait = again ? RingDrain::kLeastWait : wait;
        }
    }
}

bool TraceDrainer::sweep(bool all) {
    if (!problem_.empty()) {
        return false;
    }
    try {
        return drain_.sweep(writableBytesOf(segment_), all);
    } catch (const std::exception& error) {
        problem_ = error.what();
        return false;
    }
}

}  // namespace gantry::perf
