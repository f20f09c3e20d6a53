#pragma once

#include <perf/engine/detail/ThreadArea.hpp>
#include <perf/segment/Segment.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace gantry::perf {

/// All threads that ever used one engine. Shared by the engine and by those threads, so that
/// whichever ends first does so safely. All methods may be called by any thread; each takes a
/// mutex.
///
/// The areas of ended threads stay as they are up to a number of them; beyond that a new thread
/// goes on with the area of the one that ended first, so that any number of short threads takes the
/// memory of few and nothing of theirs is lost.
///
/// In a forked child nothing is written, and end() and close() leave the parent's segment alone,
/// until separate().
class ThreadRegistry final {
public:
    ThreadRegistry(const SegmentOptions& options, const TraceOptions& trace)
        : segment_(options), trace_(trace) {}
    ~ThreadRegistry() = default;
    ThreadRegistry(const ThreadRegistry&) = delete;
    ThreadRegistry& operator=(const ThreadRegistry&) = delete;

    Segment& segment() noexcept { return segment_; }
    [[nodiscard]] const Segment& segment() const noexcept { return segment_; }

    /// Whether a trace was asked for.
    [[nodiscard]] bool isTraced() const noexcept { return trace_.mode != TraceMode::None; }

    /// The area for the calling thread; it belongs to the registry. What metrics refers to is read
    /// under the mutex. Throws std::bad_alloc.
    ThreadArea* add(const std::atomic<const MetricSet*>& metrics, const TimerTable& timers,
                    const ThreadArea::Limits& limits);

    /// Whether any thread has used the engine, also before a fork. Under the mutex.
    [[nodiscard]] bool isUsed() const noexcept { return used_; }

    /// The calling thread is over. Does nothing after close().
    void end(ThreadArea* area) noexcept;

    /// The engine is gone: frees every area. No area may be in use.
    void close() noexcept;

    /// Whether close() was called.
    bool closed() const noexcept { return closed_.load(std::memory_order_acquire); }

    /// The mutex of all methods, for a fork.
    std::mutex& mutex() noexcept { return mutex_; }

    /// In a forked child: `own` is the area of the forking thread, or nullptr; the threads of all
    /// others do not exist here. Takes nothing.
    void setOwn(ThreadArea* own) noexcept { own_ = own; }

    /// Gives a forked child a segment of its own, in which the area of the forking thread has the
    /// timers open that were so at the fork, since the readings `ticks`; `last` is called when that
    /// stands. Does nothing where it is done. False where there is no memory.
    template <class Last>
    bool separate(const std::uint64_t* ticks, Last last) noexcept {
        if (segment_.isLost()) {
            return false;
        }
        const std::lock_guard lock(mutex_);
        if (!segment_.isForeign()) {
            return true;
        }
        if (!takeSegment(ticks)) {
            return false;
        }
        last();
        segment_.separated();
        return true;
    }

private:
    bool takeSegment(const std::uint64_t* ticks) noexcept;
    void leaveOthers() noexcept;
    ThreadArea* newArea(const MetricSet& metrics, const TimerTable& timers,
                        const ThreadArea::Limits& limits);

    Segment segment_;
    const TraceOptions trace_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<ThreadArea>> areas_;
    std::deque<ThreadArea*> ended_;
    std::vector<std::uint32_t> unused_;  // parts in the segment that no thread has used
    ThreadArea* own_ = nullptr;
    bool used_ = false;
    std::atomic<bool> closed_{false};
};

}  // namespace gantry::perf
