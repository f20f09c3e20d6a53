#pragma once

#include <base/files/Descriptor.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace gantry::server {

/// One client of a server: a socket that is never waited for, and what came over it and is to go
/// over it. It takes one request after the other: the next one is read when the reply to the one
/// before is gone.
class ControlPeer final {
public:
    using Clock = std::chrono::steady_clock;

    ControlPeer(base::Descriptor socket, std::string greeting)
        : socket_(std::move(socket)), output_(std::move(greeting)) {}

    [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
    /// What poll is to wait for.
    [[nodiscard]] short events() const noexcept;
    /// Reads and sends what can be at once. False where the client is gone or has to go.
    [[nodiscard]] bool step(short happened);

    /// The next request where there is one and no other is being carried out.
    [[nodiscard]] std::optional<std::string> nextRequest();
    /// Requests so far.
    [[nodiscard]] int requests() const noexcept { return requests_; }
    /// Whether what came is longer than any request, with no end in sight.
    [[nodiscard]] bool saysTooMuch() const noexcept;

    /// Ends the request that is being carried out.
    void answer(std::string line);
    /// Sends one more line and reads no more.
    void dismiss(std::string line);

    /// Whether nothing is being carried out for it.
    [[nodiscard]] bool isIdle() const noexcept { return !busy_; }
    /// Since when nothing came of it: no request, no reading of a reply.
    [[nodiscard]] Clock::time_point lastSign() const noexcept { return lastSign_; }

private:
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
