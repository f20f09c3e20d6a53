#pragma once

#include <base/files/Descriptor.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace gantry::server {

/// One client of a server: a non-blocking socket with its input and output. It handles one request
/// at a time: the next one is read after the reply to the one before was sent. For one thread.
///
///     if (!peer.step(polled.revents)) { drop(peer); }
///     if (auto request = peer.nextRequest()) { carryOut(*request); }
class ControlPeer final {
public:
    using Clock = std::chrono::steady_clock;

    /// The greeting is the first output.
    ControlPeer(base::Descriptor socket, std::string greeting)
        : socket_(std::move(socket)), output_(std::move(greeting)) {}

    /// For poll(); owned by this object.
    [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
    /// The events to poll for: output first, then input if no request is being executed.
    [[nodiscard]] short events() const noexcept;
    /// Reads and sends what is possible without blocking, for the events that poll reported.
    /// Returns false if the client has disconnected or has nothing left to do.
    [[nodiscard]] bool step(short happened);

    /// The next request, if a whole line has come and no other request is in progress.
    [[nodiscard]] std::optional<std::string> nextRequest();
    /// The number of requests taken so far.
    [[nodiscard]] int requests() const noexcept { return requests_; }
    /// Whether the input holds a line that is longer than a request may be.
    [[nodiscard]] bool saysTooMuch() const noexcept;

    /// Queues the reply to the current request, which is thereby finished.
    void answer(const std::string& line);
    /// Discards the input, reads no more, and queues one last line.
    void dismiss(const std::string& line);

    /// Whether no request of it is in progress.
    [[nodiscard]] bool isIdle() const noexcept { return !busy_; }
    /// When the client last gave a sign of life: sent a request or took output, or got a reply.
    [[nodiscard]] Clock::time_point lastSign() const noexcept { return lastSign_; }

private:
    // False where the connection is broken; the end of the input is not.
    [[nodiscard]] bool receive();
    [[nodiscard]] bool send();

    base::Descriptor socket_;
    std::string input_;
    std::string output_;
    std::size_t sent_ = 0;
    int requests_ = 0;
    bool busy_ = false;
    bool inputEnded_ = false;
    Clock::time_point lastSign_ = Clock::now();
};

}  // namespace gantry::server
