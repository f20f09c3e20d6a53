#pragma once

#include <perf/engine/ThreadArea.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace gantry::perf {

/// All threads that ever used one engine. Shared by the engine and by those threads, so that
/// whichever ends first does so safely. All methods may be called by any thread; each takes a
/// mutex.
class ThreadRegistry final {
public:
    ThreadRegistry() = default;
    ThreadRegistry(const ThreadRegistry&) = delete;
    ThreadRegistry& operator=(const ThreadRegistry&) = delete;

    /// Makes the area of the calling thread; it belongs to the registry. Throws std::bad_alloc.
    ThreadArea* add(const MetricSet& metrics, const TimerTable& timers, std::uint32_t maxDepth);

    /// The calling thread is over. Does nothing after close().
    void end(const ThreadArea* area) noexcept;

    /// The engine is gone: frees every area. No area may be in use.
    void close() noexcept;

    /// Whether close() was called.
    bool closed() const noexcept;

    /// All areas so far; valid until close().
    std::vector<const ThreadArea*> all() const;

    struct State {
        bool ended;
        std::int64_t cpuNs;  ///< CPU time of the thread, so far or in total
    };
    State state(const ThreadArea& area) const;

private:
    struct Entry {
        std::unique_ptr<ThreadArea> area;
        State state;
    };

    mutable std::mutex mutex_;
    std::vector<Entry> entries_;  // by ThreadArea::id()
    bool closed_ = false;
};

}  // namespace gantry::perf
