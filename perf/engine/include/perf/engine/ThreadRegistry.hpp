#pragma once

#include <perf/engine/ThreadArea.hpp>
#include <perf/segment/Segment.hpp>

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
class ThreadRegistry final {
public:
    ThreadRegistry(const SegmentOptions& options, const TraceOptions& trace)
        : segment_(options), trace_(trace) {}
    ThreadRegistry(const ThreadRegistry&) = delete;
    ThreadRegistry& operator=(const ThreadRegistry&) = delete;

    Segment& segment() noexcept { return segment_; }
    [[nodiscard]] const Segment& segment() const noexcept { return segment_; }

    /// The area for the calling thread; it belongs to the registry. Throws std::bad_alloc.
    ThreadArea* add(const MetricSet& metrics, const TimerTable& timers, std::uint32_t maxDepth);

    /// The calling thread is over. Does nothing after close().
    void end(ThreadArea* area) noexcept;

    /// The engine is gone: frees every area. No area may be in use.
    void close() noexcept;

    /// Whether close() was called.
    bool closed() const noexcept;

private:
    Segment segment_;
    const TraceOptions trace_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<ThreadArea>> areas_;
    std::deque<ThreadArea*> ended_;
    bool closed_ = false;
};

}  // namespace gantry::perf
