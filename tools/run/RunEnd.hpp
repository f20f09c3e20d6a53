#pragma once

#include <base/files/Descriptor.hpp>

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace gantry::tools {

/// The segment of this process in the folder of segments, where there is one.
std::optional<std::filesystem::path> segmentOfThisProcess();

/// Whether another process of this program has started this one and will keep what it measured.
bool isSupervised();

/// What happens when a signal ends a run: Ctrl-C and SIGTERM call a handler in a thread of its own,
/// which may therefore lock and allocate, and crashes print a message that was prepared before. The
/// process then ends by that signal, as it would without this. Signals that are ignored or handled
/// already stay so; masks are not changed, so that child processes are as usual. A second Ctrl-C
/// ends the process at once. One object at a time, which the main thread makes and destroys.
class RunEnd final {
public:
    /// endSignals: whether Ctrl-C and SIGTERM are taken. Throws std::system_error.
    explicit RunEnd(bool endSignals);
    ~RunEnd();
    RunEnd(const RunEnd&) = delete;
    RunEnd& operator=(const RunEnd&) = delete;

    /// Sets what is called with the number of the signal; an empty function: nothing. Returns only
    /// after a running one has returned. It must not throw.
    void handle(std::function<void(int)> handler);

    /// Prepares what a crash prints, by the name of the script: the command that recovers what was
    /// measured. Nothing is printed before, or where there is no segment.
    void prepareMessage(const std::string& script);

    /// What the same says for an end signal.
    static std::string recoverText(const std::string& script, int signal,
                                   const std::filesystem::path& segment);

private:
    void watch();

    base::Descriptor reading_;
    base::Descriptor writing_;
    std::mutex mutex_;
    std::function<void(int)> handler_;
    std::thread thread_;
};

}  // namespace gantry::tools
