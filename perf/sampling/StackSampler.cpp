#include <perf/sampling/StackSampler.hpp>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stop_token>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "SampleRings.hpp"
#include "SampledTree.hpp"

namespace gantry::perf {

namespace {

constexpr std::chrono::milliseconds kMostWait{100};
constexpr int kLowestPriority = 19;
// 256 MiB of copied stacks.
constexpr std::size_t kMostWaiting = 8192;
constexpr std::uint64_t kSecond = 1'000'000'000;

}  // namespace

// Two threads: one empties the rings in time, at the priority of the program; the other looks for
// callers and names, which takes far longer and may wait.
class StackSampler::Work final {
public:
    // The events are those of the calling thread, and what it starts inherits them. So do the two
    // threads, but an event counts nothing before an exec.
    explicit Work(std::uint32_t rate) : rings_(rate), tree_(kSecond / rate, rings_.withKernel()) {
        reader_ = std::jthread([this](const std::stop_token& stop) { read(stop); });
        worker_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }

    // What is left is added up here: the worker may not get the processor on a busy machine.
    SampledRun finish() {
        for (std::jthread* const thread : {&reader_, &worker_}) {
            thread->request_stop();
            thread->join();
        }
        if (problem_) {
            std::rethrow_exception(problem_);
        }
        put(rings_.takeAll());
        for (const RingRecord& record : queue_) {
            tree_.add(record);
        }
        tree_.addLost(dropped_);
        return tree_.finish();
    }

private:
    void read(const std::stop_token& stop) {
        const std::stop_callback wake(stop, [this] { rings_.wake(); });
        try {
            while (!stop.stop_requested()) {
                rings_.wait(kMostWait);
                put(rings_.take());
            }
        } catch (...) {
            keepProblem();
        }
    }

    void put(std::vector<RingRecord> records) {
        const std::lock_guard lock(mutex_);
        for (RingRecord& record : records) {
            // Everything but samples is small, and later samples need it.
            if (record.kind == RingRecord::Kind::Sample && queue_.size() >= kMostWaiting) {
                ++dropped_;
            } else {
                queue_.push_back(std::move(record));
            }
        }
        news_.notify_one();
    }

    void work(const std::stop_token& stop) {
        // Of this thread alone, on Linux.
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kLowestPriority);
        try {
            std::unique_lock lock(mutex_);
            while (news_.wait(lock, stop, [this] { return !queue_.empty(); }) &&
                   !stop.stop_requested()) {
                const RingRecord record = std::move(queue_.front());
                queue_.pop_front();
                lock.unlock();
                tree_.add(record);
                lock.lock();
            }
        } catch (...) {
            keepProblem();
        }
    }

    void keepProblem() {
        const std::lock_guard lock(mutex_);
        problem_ = std::current_exception();
    }

    SampleRings rings_;
    SampledTree tree_;  // of the worker, and of finish() after it
    std::mutex mutex_;
    std::condition_variable_any news_;
    std::deque<RingRecord> queue_;
    std::uint64_t dropped_ = 0;
    std::exception_ptr problem_;
    std::jthread reader_;
    std::jthread worker_;
};

StackSampler::StackSampler(std::uint32_t rate) {
    if (!canUnwind()) {
        throw SamplingError(
            "sampling needs libdw: install the package libdw-dev and build Gantry again");
    }
    work_ = std::make_unique<Work>(rate);
}

StackSampler::~StackSampler() = default;

SampledRun StackSampler::finish() {
    return std::exchange(work_, nullptr)->finish();
}

}  // namespace gantry::perf
