#pragma once

#include <server/ControlClient.hpp>
#include <server/api/LiveStates.hpp>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace gantry::server {

/// Whether a command may come from a browser: it looks at the assembly or changes it, and touches
/// no file, runs nothing and ends nothing. Decided by its first word (that of the attempted command
/// after `attempt`), of a list of what is allowed. Refused as well: a '$', as names of variables
/// are replaced by the environment of the run, and setting a parameter that names a file.
bool isLiveCommand(const std::string& command);

/// Carries out commands of pages in the assembly that listens at a socket (`gantry run --listen`),
/// one after the other, in a thread of its own. Commands of several pages are in one queue; one
/// that takes longer than 60 s is replied to with an error, and goes on in the assembly.
class LiveCommands final {
public:
    /// socket: as for ControlClient; patience: how long the assembly may take until it listens.
    /// replied: called after each reply. Throws std::runtime_error where no assembly listens there,
    /// or one of another process. replied and the functions passed to carryOut() are called in the
    /// thread of this object; they must not throw and not call stop().
    LiveCommands(std::string socket, pid_t process, std::chrono::milliseconds patience,
                 std::function<void()> replied);
    ~LiveCommands() { stop(); }
    LiveCommands(const LiveCommands&) = delete;
    LiveCommands& operator=(const LiveCommands&) = delete;

    /// Waits for the command that is being carried out; the others, and later ones, are not replied
    /// to. A second call does nothing. May take as long as that command, at most 60 s.
    void stop();
    /// Any thread; does not wait. done is called once: at once and in this thread for a command
    /// that is not allowed, else later in the thread of this object; never after stop().
    void carryOut(const std::string& command, std::function<void(LiveReply)> done);

private:
    struct Waiting {
        std::string command;
        std::function<void(LiveReply)> done;
    };

    void connect(std::chrono::milliseconds patience);
    void work();
    LiveReply replyTo(const std::string& command);

    std::string socket_;
    std::function<void()> replied_;
    std::optional<ControlClient> client_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Waiting> waiting_;
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace gantry::server
