#pragma once

#include <perf/segment/SegmentFile.hpp>
#include <server/api/LiveApi.hpp>
#include <server/live/LiveCommands.hpp>
#include <server/live/ProgramViewer.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace gantry::server {

/// A program that runs, read from outside for those who watch it, and its archive when it has
/// ended. While nobody watches, the program is not read.
///
///     perf::SegmentFile file(awaitSegment("4711", 10, viewer));
///     ServedProgram program(file, viewer, false, {});
///     program.serve(std::chrono::milliseconds(100));
class ServedProgram final {
public:
    /// The socket of its assembly, and how long that may take until it listens.
    struct Control {
        std::optional<std::string> socket{};
        std::chrono::milliseconds patience{};
    };

    /// raw: values as measured; else without the measurement overhead, where that is known. File
    /// and viewer outlive it. Throws as LiveCommands.
    ServedProgram(perf::SegmentFile& file, ProgramViewer& viewer, bool raw, const Control& control);
    /// The viewer has stopped then.
    ~ServedProgram();
    ServedProgram(const ServedProgram&) = delete;
    ServedProgram& operator=(const ServedProgram&) = delete;

    /// Serves until the viewer ends. least: the time between two states. After the end of the
    /// program its archive is shown, if one is written to the program's folder within 30 s.
    void serve(std::chrono::milliseconds least);

private:
    LiveControl controlOf(const Control& control);
    [[nodiscard]] std::chrono::milliseconds pause(std::chrono::milliseconds least) const;
    ServedRun state();
    std::optional<ServedRun> stateIfRunning();
    void show(LiveProgram program);
    void update(ServedRun run, LiveProgram program, bool last);
    void showEnd();
    std::optional<perf::ProcessInfo> processKnown();

    perf::SegmentFile& file_;
    ProgramViewer& viewer_;
    bool raw_;
    std::string name_;
    std::filesystem::path folder_;  // where its archive will be; empty: not known
    std::filesystem::file_time_type began_;
    std::mutex reading_;
    std::atomic<bool> ended_{false};
    std::optional<perf::ProcessInfo> process_;
    std::optional<LiveCommands> commands_;
    std::shared_ptr<LiveApi> api_;
};

/// The segment that a word names (perf::chooseSegment), or that its process makes within so many
/// seconds. Throws std::runtime_error where there is none by then, or the viewer ends.
std::filesystem::path awaitSegment(const std::string& word, double seconds, ProgramViewer& viewer);

}  // namespace gantry::server
