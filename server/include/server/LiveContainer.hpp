#pragma once

#include <framework/Framework.hpp>
#include <framework/ScriptInterpreter.hpp>
#include <server/ControlServer.hpp>
#include <server/ControlSocket.hpp>
#include <server/detail/RequestQueue.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace gantry::server {

/// Carries out what other shells say to an assembly, in the language of scripts, while the program
/// runs. Each command is one of three kinds (framework::CommandKind) with a thread each: those that
/// only show something never wait for a change, changes are made one after the other, and what runs
/// components is carried out by the program's own thread once the script has ended.
class LiveContainer final {
public:
    struct Options {
        std::filesystem::path socket;
        /// The name of the script, for people.
        std::string script;
        /// Whether stay is going to be called.
        bool stays = false;
        /// Called before each go and monitor command, by the thread that carries it out.
        std::function<void()> beforeGo{};
    };

    /// From now on clients are served. The assembly lives longer. Throws std::runtime_error.
    LiveContainer(framework::Framework& assembly, Options options);
    /// Lets the commands that are being carried out end.
    ~LiveContainer();
    LiveContainer(const LiveContainer&) = delete;
    LiveContainer& operator=(const LiveContainer&) = delete;

    /// Carries out what runs components until a client says quit, or end was called; returns the
    /// status.
    int stay();
    /// Ends stay, from any thread; false where it has not begun.
    bool end(int status);
    /// Takes the socket away, so that nobody can connect any more.
    void removeSocket() noexcept { socket_.remove(); }

private:
    void receive(Request request);
    /// Carries out all of a queue until it is closed, or a command ended the container.
    void work(RequestQueue& queue);
    /// Whether the container goes on.
    bool carryOut(const Request& request);
    [[nodiscard]] Reply replyTo(const Request& request);

    framework::Framework& assembly_;
    const Options options_;
    const std::vector<std::filesystem::path> initialPath_;
    ControlSocket socket_;
    RequestQueue looks_;
    RequestQueue changes_;
    RequestQueue runs_;
    std::atomic<bool> stays_{false};
    std::atomic<int> status_{0};
    std::vector<std::thread> threads_;
    ControlServer server_;
};

}  // namespace gantry::server
