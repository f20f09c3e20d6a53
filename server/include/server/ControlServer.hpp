#pragma once

#include <base/files/Descriptor.hpp>
#include <server/ControlProtocol.hpp>
#include <server/detail/ControlPeer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace gantry::server {

/// Limits of a ControlServer: the number of clients at once, and how long a client must have been
/// silent before it is dropped in favour of a waiting one. Further clients wait in the backlog of
/// the socket.
struct ControlLimits {
    std::size_t clients = 64;
    std::chrono::milliseconds patience{1000};
};

/// One request of a client.
struct Request {
    /// Never used again for another client of the same server.
    std::uint64_t client = 0;
    /// The number of the request; each client counts from 1.
    int number = 0;
    std::string line;
};

/// Reads requests and sends replies in a thread of its own, which never blocks on a client. Memory
/// for each client is bounded: the next request is read only after the reply to the one before was
/// sent, so further input stays in the kernel and at most one reply waits for a slow reader.
///
///     ControlServer server(socket.descriptor(), greeting, [&](Request request) {
///         queue.push(std::move(request));    // answered by another thread
///     });
class ControlServer final {
public:
    /// Starts serving. `listening` is a non-blocking listening socket that outlives the server.
    /// `receive` is called with each request in the server's thread; it must return at once and
    /// must not throw. Each request must get one answer(), in any order and from any thread.
    /// Throws std::system_error if the system has no descriptor or thread left.
    ControlServer(int listening, const Greeting& greeting, std::function<void(Request)> receive,
                  ControlLimits limits = {});
    /// Sends what the sockets take without blocking, then closes all connections.
    ~ControlServer();
    ControlServer(const ControlServer&) = delete;
    ControlServer& operator=(const ControlServer&) = delete;

    /// Replies to the client's current request. Does nothing if the client has disconnected. Any
    /// thread may call it; it does not block on the client. The reply is encoded by the calling
    /// thread.
    void answer(std::uint64_t client, const Reply& reply);
    /// Whether the client is still connected, as far as the server knows. Any thread may call it.
    [[nodiscard]] bool isConnected(std::uint64_t client) const;

private:
    // On its way to the server's thread, encoded already by the thread that answers.
    struct Answer {
        std::uint64_t client;
        std::string line;
    };
    using Peers = std::map<std::uint64_t, ControlPeer>;

    /// The thread: one poll() over all sockets and the eventfd, until the destructor asks it to
    /// end.
    void serve();
    /// Gives the answers that came meanwhile to their clients; false if the server is to end.
    bool takeAnswers();
    /// Sends, reads, and hands on the next request; the one behind a peer that went.
    Peers::iterator advance(Peers::iterator peer, short happened);
    /// Closes the connection; returns the next client.
    Peers::iterator drop(Peers::iterator peer);
    void acceptOne();
    /// Whether there is room for one more client, who waits; drops the one that was silent for
    /// longest where there is none.
    bool makeRoom();
    /// The idle client whose last sign of life is oldest; end() if all are busy.
    [[nodiscard]] Peers::iterator mostSilent();
    /// How long poll() may wait before a client can be dropped, in ms; -1 for no limit.
    [[nodiscard]] int patienceLeft();
    // Ends the poll() of the server's thread. Any thread.
    void wake() const noexcept;

    const int listening_;
    const std::string greeting_;
    const std::function<void(Request)> receive_;
    const ControlLimits limits_;
    base::Descriptor wake_;
    // Of the server's thread alone.
    Peers peers_;
    std::uint64_t accepted_ = 0;
    /// Somebody waits to be accepted and there was no room.
    bool crowded_ = false;

    mutable std::mutex mutex_;
    std::vector<Answer> answers_;
    // Under mutex_, as answers_ and ending_: what other threads may ask.
    std::vector<std::uint64_t> connected_;
    bool ending_ = false;
    std::thread thread_;
};

}  // namespace gantry::server
