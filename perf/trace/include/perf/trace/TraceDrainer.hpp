#pragma once

#include <perf/segment/Segment.hpp>
#include <perf/trace/RingDrain.hpp>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <sys/types.h>
#include <thread>

namespace gantry::perf {

/// Drains the rings of a segment of this process, which must be in mode Drain, to a trace file from
/// a thread of its own. All signals are blocked in that thread. It sweeps every 0.1 to 3.2 ms,
/// depending on how fast the rings fill. If the file cannot be written any more, it stops taking
/// records: the rings fill up and count what they lose.
///
/// In a child process made by fork the thread does not exist: nothing is drained, and the file is
/// left to the parent.
class TraceDrainer final {
public:
    /// Creates the file, sweeps once, and starts the thread. The segment must outlive the drainer.
    /// Throws TraceError if the file cannot be created.
    TraceDrainer(Segment& segment, const std::filesystem::path& file);
    /// Stops the thread, drains all records, and ends the file; errors leave the file without an
    /// end. Does none of this in a child process.
    ~TraceDrainer();
    TraceDrainer(const TraceDrainer&) = delete;
    TraceDrainer& operator=(const TraceDrainer&) = delete;

    /// Drains everything that was recorded before the call; blocks while a sweep is in progress.
    /// Any thread may call it. Errors are reported by problem().
    void flush();

    /// Why draining stopped; empty while it works. Any thread may call it.
    [[nodiscard]] std::string problem() const;

    [[nodiscard]] const std::filesystem::path& file() const noexcept {
        return drain_.file().path();
    }

private:
    void watch(const std::stop_token& stop);
    /// Whether a ring filled so fast that the next look should come at once.
    bool sweep(bool all);
    void end() noexcept;

    Segment& segment_;
    const pid_t process_;
    // For the drain and the problem: the thread, flush() and problem() use them.
    mutable std::mutex mutex_;
    RingDrain drain_;
    std::string problem_;  ///< of the segment; that of the file is the drain's
    std::mutex waitMutex_;
    std::condition_variable_any wake_;
    // Last, so that it ends before what it uses goes.
    std::jthread thread_;
};

}  // namespace gantry::perf
