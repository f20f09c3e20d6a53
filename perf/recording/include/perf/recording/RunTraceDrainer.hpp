#pragma once

#include <base/files/Descriptor.hpp>
#include <perf/recording/RunArchive.hpp>
#include <perf/trace/SegmentDrain.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

namespace gantry::perf {

/// Takes the records out of the rings of all processes of a run, each into a file of its own
/// (drainedFileIn), by a thread: from outside of the processes, which learn nothing of it. A
/// process is known within a fraction of a millisecond from when it begins to measure.
///
/// Sweeps every 0.1 to 3.2 ms as RingDrain does. New segments are reported by inotify; without that
/// the folder is read each time. A segment whose process has noted no session of this run within 2
/// s is a stranger and is not opened again.
///
///     RunTraceDrainer drainer(run);        // before the program starts
///     supervisor.run(words, environment);
///     request.traces = &drainer;           // of archiveRun()
class RunTraceDrainer final : public TraceKeeper {
public:
    /// The session's folder is there. Signals that the caller holds back do not reach the thread.
    /// Throws std::system_error.
    explicit RunTraceDrainer(RecordedRun run);
    /// Files of processes that go on stay as they are, without an end.
    ~RunTraceDrainer() override;
    RunTraceDrainer(const RunTraceDrainer&) = delete;
    RunTraceDrainer& operator=(const RunTraceDrainer&) = delete;

    /// Waits for a sweep that is going on. An error of one trace is its problem and does not touch
    /// the others.
    std::optional<KeptTrace> finish(const std::filesystem::path& segment) override;

private:
    using Clock = std::chrono::steady_clock;

    /// A segment that is drained, or is not known to be one of the run yet.
    struct Watched {
        std::unique_ptr<SegmentDrain> drain;
        Clock::time_point since;
        std::string problem;  ///< why it is not drained
    };

    // The thread. It sleeps longer where the last sweep found little.
    void watch(const std::stop_token& stop);
    /// Whether there may be a new segment.
    [[nodiscard]] bool waitForNews(std::chrono::microseconds most) const;
    // Takes note of what is new in the folder. Under mutex_, as the next three.
    void findSegments();
    bool sweep();
    void tryToOpen(const std::filesystem::path& segment, Watched& watched) const;
    // Takes what is left, and closes the file.
    std::optional<KeptTrace> end(const std::filesystem::path& segment);

    const RecordedRun run_;
    base::Descriptor news_;  ///< of inotify; where there is none, waiting alone must do
    std::mutex mutex_;
    std::map<std::filesystem::path, Watched> watched_;
    // Segments that are not to be opened again: of other runs, or finished.
    std::set<std::filesystem::path> strangers_;
    std::map<std::filesystem::path, std::optional<KeptTrace>> finished_;
    // Last, so that it is joined before what it uses goes.
    std::jthread thread_;
};

}  // namespace gantry::perf
