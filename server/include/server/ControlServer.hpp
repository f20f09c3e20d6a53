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

/// How many clients a server has at once, and for how long the one that was silent the longest must
/// have been so before it makes room for another. Who does not fit waits to be accepted.
struct ControlLimits {
    std::size_t clients = 64;
    std::chrono::milliseconds patience{1000};
};

/// A line of a client.
struct Request {
    std::uint64_t client = 0;
    /// Requests of a client count from 1.
    int number = 0;
    std::string line;
};

/// Reads requests and sends replies, in a thread of its own that never waits for a client. What a
/// client sends beyond its one request stays in the kernel; what it does not read is one reply.
class ControlServer final {
public:
    /// listening: accepts without waiting, and lives longer. receive gets each request, in the
    /// server's thread, and returns at once; each is to be answered, in any order, by any thread.
    ControlServer(int listening, const Greeting& greeting, std::function<void(Request)> receive,
                  ControlLimits limits = {});
    /// Sends what can be sent at once and leaves.
    ~ControlServer();
    ControlServer(const ControlServer&) = delete;
    ControlServer& operator=(const ControlServer&) = delete;

    /// The reply to the client's last request. Does nothing where the client is gone.
    void answer(std::uint64_t client, const Reply& reply);
    [[nodiscard]] bool isConnected(std::uint64_t client) const;

private:
    struct Answer {
        std::uint64_t client;
        std::string line;
    };
    using Peers = std::map<std::uint64_t, ControlPeer>;

    void serve();
    bool takeAnswers();
    /// Sends, reads, and hands on the next request; the one behind a peer that went.
    Peers::iterator advance(Peers::iterator peer, short happened);
    Peers::iterator drop(Peers::iterator peer);
    void acceptOne();
    /// Whether there is room for one more client, who waits; drops the one that was silent for
    /// longest where there is none.
    bool makeRoom();
    [[nodiscard]] Peers::iterator mostSilent();
    [[nodiscard]] int patienceLeft();
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
    std::vector<std::uint64_t> connected_;
    bool ending_ = false;
    std::thread thread_;
};

}  // namespace gantry::server
