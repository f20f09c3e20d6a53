#pragma once

#include <framework/Framework.hpp>
#include <framework/ScriptInterpreter.hpp>
#include <server/ControlServer.hpp>
#include <server/ControlSocket.hpp>
#include <server/detail/RequestQueue.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace gantry::server {

/// Executes commands of the script language that other shells send to an assembly while the program
/// runs. Each of the three kinds (framework::CommandKind) has its own queue and thread: commands
/// that only show something do not wait behind changes, changes are made one after the other, and
/// commands that run components are executed by the thread that calls stay(). Each command is
/// interpreted on its own: only the assembly carries state from one to the next.
///
/// In a run of several ranks, one of which has the container, changes are made by all ranks at the
/// same point: where the owner calls changeTogether(), and by stay().
///
///     LiveContainer container(assembly, {.socket = path, .script = "solve.bld", .stays = true});
///     const int status = container.stay();    // until a client says quit
class LiveContainer final {
public:
    /// What the container is to do; set once, at its construction.
    struct Options {
        /// Where to listen, see ControlSocket. The folder must be one that only this user can
        /// enter.
        std::filesystem::path socket;
        /// The name of the script, for people.
        std::string script;
        /// Whether stay() will be called; if not, commands that run components are refused.
        bool stays = false;
        /// Called before each go and monitor command, in the thread that executes it.
        std::function<void()> beforeGo{};
        /// In a run of several ranks: how a command is carried out together with the others. Null
        /// in a run of one rank.
        framework::Collective* collective = nullptr;
        /// Then called with each command that all ranks are to carry out, in the thread that does
        /// so here, just before. Sends it to the others.
        std::function<void(const std::string&)> announce{};
    };

    /// Creates the socket and starts to serve clients. The assembly must outlive the container.
    /// Throws std::runtime_error, as ControlSocket does.
    LiveContainer(framework::Framework& assembly, Options options);
    /// Removes the socket and waits for the commands that are being executed. Queued ones are
    /// dropped without a reply.
    ~LiveContainer();
    LiveContainer(const LiveContainer&) = delete;
    LiveContainer& operator=(const LiveContainer&) = delete;

    /// Executes commands that run components in the calling thread, until one of them ends the
    /// container or end() is called. Returns the exit status of the program. To be called once. In
    /// a run of several ranks it also makes the changes, and throws framework::RanksMissing and
    /// framework::RanksDiffer.
    int stay();
    /// In a run of several ranks: makes the changes that clients have asked for, in the calling
    /// thread. Every rank is at the same point, and the others carry out what is announced to them.
    /// Throws as stay().
    void changeTogether();
    /// Makes stay() return this status after its current command. Returns false, and does nothing,
    /// if stay() has not begun or has returned. Any thread may call it.
    bool end(int status);
    /// Removes the socket file, so that no further client can connect.
    void removeSocket() noexcept { socket_.remove(); }

private:
    /// Puts a request into the queue of its kind, or refuses it. In the server's thread.
    void receive(Request request);
    /// Carries out all of a queue until it is closed, or a command ended the container.
    void work(RequestQueue& queue);
    /// Whether the container goes on.
    bool carryOut(const Request& request);
    /// Interprets the command; an error becomes part of the reply.
    [[nodiscard]] Reply replyTo(const Request& request);
    /// The queue of a command of that kind, and why it is refused; empty: it is not.
    [[nodiscard]] RequestQueue& queueFor(framework::CommandKind kind, std::string& refusal);

    framework::Framework& assembly_;
    const Options options_;
    const std::vector<std::filesystem::path> initialPath_;
    ControlSocket socket_;
    // By kind of command; the first two have a thread each, runs_ is the caller's of stay().
    RequestQueue looks_;
    RequestQueue changes_;
    RequestQueue runs_;
    // Held while a request is put into a queue that depends on stays_, and while that changes.
    std::mutex choosing_;
    std::atomic<bool> stays_{false};
    std::atomic<int> status_{0};
    std::vector<std::thread> threads_;
    // Last, so that it ends first: no request comes to a queue that is gone.
    ControlServer server_;
};

}  // namespace gantry::server
