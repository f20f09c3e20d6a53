#pragma once

#include <perf/segment/SegmentFile.hpp>
#include <server/api/LiveApi.hpp>
#include <server/live/LiveCommands.hpp>
#include <server/live/ProgramViewer.hpp>
#include <server/live/ServedFile.hpp>
#include <server/live/StatePace.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>

namespace gantry::server {

/// A program that runs, read from outside for those who watch it, and its archive when it has
/// ended. While nobody watches, the program is not read.
///
///     ServedProgram program(4711, viewer, false, {}, {});
///     program.follow(*awaitSegment("4711", 10, viewer));
///     program.begin();
///     program.serve(std::chrono::milliseconds(100));
class ServedProgram final {
public:
    /// The socket of its assembly, and how long that may take until it listens. Without a socket,
    /// pages cannot send commands.
    struct Control {
        std::optional<std::string> socket{};
        std::chrono::milliseconds patience{};
    };

    /// pid: of the program. raw: values as measured; else without the measurement overhead, where
    /// that is known. tuning: of its archive. The viewer outlives it.
    ServedProgram(pid_t pid, ProgramViewer& viewer, bool raw, Control control,
                  TuningSummary tuning);
    /// The viewer has stopped then.
    ~ServedProgram();
    ServedProgram(const ServedProgram&) = delete;
    ServedProgram& operator=(const ServedProgram&) = delete;

    /// Starts the viewer. Where nothing is followed yet, pages show that.
    void begin();
    /// What the program measures, from now on. Throws SegmentError, and as LiveCommands where its
    /// assembly does not listen in time. Where the program ends before its assembly listens, there
    /// is no error: pages send no commands then.
    void follow(const std::filesystem::path& segment);
    /// Serves a program that is followed until the viewer ends. least: the time between two states.
    /// After the end of the program its archive is shown, if one is written to the program's folder
    /// within 30 s. Blocks. Requests and commands are served by other threads meanwhile. The
    /// segment is read under a mutex, as requests read it, too.
    void serve(std::chrono::milliseconds least);
    /// Shows the archive of a program that has ended before it could be followed; false: there is
    /// none. It is looked for in the working folder that the program had when this object was made.
    bool showArchive();

private:
    LiveControl controlOf();
    void connect();
    bool isFollowed();
    bool showArchive(const perf::ProcessInfo& process);
    [[nodiscard]] std::chrono::milliseconds pause(const StatePace& pace,
                                                  std::chrono::milliseconds least) const;
    ServedRun state();
    std::optional<ServedRun> stateIfRunning();
    void show(LiveProgram program);
    void update(ServedRun run, LiveProgram program, bool last);
    void showEnd();
    std::optional<perf::ProcessInfo> processKnown();

    const pid_t pid_;
    std::optional<perf::SegmentFile> file_;  // of this thread; others look with reading_
    ProgramViewer& viewer_;
    bool raw_;
    std::string name_;
    std::filesystem::path folder_;  // where its archive will be; empty: not known
    std::filesystem::file_time_type began_;
    std::mutex reading_;
    std::atomic<bool> ended_{false};
    std::optional<perf::ProcessInfo> process_;
    const Control control_;
    const TuningSummary tuning_;
    std::optional<LiveCommands> commands_;
    std::atomic<LiveCommands*> connected_{nullptr};  // for the thread of the server
    std::shared_ptr<LiveApi> api_;
};

/// The segment that a word names (perf::chooseSegment), or that its process makes within so many
/// seconds; nothing once hasEnded says that no segment will come. Throws std::runtime_error where
/// there is none by then, or the viewer ends.
std::optional<std::filesystem::path> awaitSegment(
    const std::string& word, double seconds, ProgramViewer& viewer,
    const std::function<bool()>& hasEnded = [] { return false; });

}  // namespace gantry::server
