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

/// Takes the records out of the rings of a segment of this process, whose mode must be Drain, and
/// appends them to a trace file, by a thread of its own that no signal is delivered to. Where the
/// file cannot be written any more, it stops taking: the rings then fill, and what is lost is
/// counted in them.
///
/// In a process made by fork the thread is not there: nothing is taken, and the file is left alone.
class TraceDrainer final {
public:
    /// The segment must outlive the drainer. Throws TraceError where the file cannot be made.
    TraceDrainer(Segment& segment, const std::filesystem::path& file);
    /// Takes what there is, and ends the file.
    ~TraceDrainer();
    TraceDrainer(const TraceDrainer&) = delete;
    TraceDrainer& operator=(const TraceDrainer&) = delete;

    /// Takes what was recorded before the call. Any thread may call it.
    void flush();

    /// Why nothing is written any more; else empty. Any thread may ask.
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
    mutable std::mutex mutex_;
    RingDrain drain_;
    std::string problem_;  ///< of the segment; that of the file is the drain's
    std::mutex waitMutex_;
    std::condition_variable_any wake_;
    std::jthread thread_;
};

}  // namespace gantry::perf
