#pragma once

#include <base/files/Descriptor.hpp>
#include <server/ControlProtocol.hpp>

#include <optional>
#include <string>

namespace gantry::server {

/// Sends commands to a ControlServer and waits for the replies. Blocks the calling thread. For one
/// thread. A process that dies ends the connection, which ends any wait.
class ControlClient final {
public:
    /// Connects to the socket at controlPath(word) and reads the greeting. `timeout` bounds each
    /// wait for more input, in seconds; without one the client waits as long as the server is
    /// there. Throws std::runtime_error if no program of this user listens there, if the greeting
    /// does not come in time, or if it is not one that this version understands.
    ControlClient(const std::string& word, std::optional<double> timeout);

    /// What the server sent when this client connected.
    [[nodiscard]] const Greeting& greeting() const noexcept { return greeting_; }
    /// Sends one command, a line without its line feed, and returns the reply as one line with its
    /// line feed; readReply() decodes it. Throws std::runtime_error if no reply comes in time, if
    /// the connection ends, or if the command has a line feed. A command whose reply is late still
    /// goes on in the container.
    std::string ask(const std::string& command);

private:
    // With its line feed; what came behind it stays in input_ for the next one.
    std::string readLine();
    // Throws when the timeout is over; without one it returns at once, and recv() waits.
    void awaitInput() const;

    std::string word_;
    std::optional<double> timeout_;
    base::Descriptor socket_;
    std::string input_;
    Greeting greeting_;
};

}  // namespace gantry::server
