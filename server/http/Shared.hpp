#pragma once

#include <server/http/HttpTypes.hpp>

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/beast/core.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "Access.hpp"

/// For Beast.cpp alone, so that Boost.Beast is compiled once.
namespace gantry::server::detail {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Error = beast::error_code;
/// Ports of TCP and Unix sockets alike.
using Protocol = asio::generic::stream_protocol;
using Stream = beast::basic_stream<Protocol>;
using Clock = std::chrono::steady_clock;

/// One client, as the server sees it. Lives as long as an operation of it is under way: each holds
/// a pointer.
class Peer {
public:
    /// Which are given up first where there is no room: strangers, who have shown no key yet.
    enum class State { Busy, Idle, Stranger };

    Peer() = default;
    virtual ~Peer() = default;
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// Ends the connection; operations that are under way fail.
    virtual void cut() = 0;
    /// There may be something new to send.
    virtual void wake() {}

    [[nodiscard]] State state() const { return state_; }
    [[nodiscard]] Clock::time_point since() const { return since_; }

protected:
    void setState(State state) {
        state_ = state;
        since_ = Clock::now();
    }

private:
    State state_ = State::Stranger;
    Clock::time_point since_ = Clock::now();
};

/// What the connections share. Of the thread of the server, but for the numbers.
struct Shared {
    Shared(HttpSettings given, HttpHandler function, std::uint16_t port)
        : settings(std::move(given)), handler(std::move(function)), access(settings.key, port) {}

    void add(Peer* peer) { peers.insert(peer); }
    void remove(Peer* peer) {
        peers.erase(peer);
        if (hasRoom) {
            hasRoom();
        }
    }
    /// Ends the connection that is missed least; false where all are busy.
    // NOLINTNEXTLINE(readability-make-member-function-const): it ends a connection
    bool makeRoom() {
        const auto least = std::max_element(peers.begin(), peers.end(), [](Peer* a, Peer* b) {
            return a->state() != b->state() ? a->state() < b->state() : a->since() > b->since();
        });
        if (least == peers.end() || (*least)->state() == Peer::State::Busy) {
            return false;
        }
        (*least)->cut();
        return true;
    }

    HttpSettings settings;
    HttpHandler handler;
    Access access;
    std::set<Peer*> peers;
    std::function<void()> hasRoom;  // a connection has ended
    bool crowded = false;           // somebody waits for that
    mutable std::mutex linkMutex;   // link() is asked by other threads
    std::atomic<std::uint64_t> requests{0};
    std::atomic<std::uint64_t> refused{0};
    std::atomic<std::uint64_t> connections{0};
};

}  // namespace gantry::server::detail
