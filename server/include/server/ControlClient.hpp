#pragma once

#include <base/files/Descriptor.hpp>
#include <server/ControlProtocol.hpp>

#include <optional>
#include <string>

namespace gantry::server {

/// The other end of a ControlServer.
class ControlClient final {
public:
    /// Connects to the socket of this word (controlPath). timeout: the longest wait for a line, in
    /// seconds. Throws std::runtime_error.
    ControlClient(const std::string& word, std::optional<double> timeout);

    [[nodiscard]] const Greeting& greeting() const noexcept { return greeting_; }
    /// Says one command and returns the reply, a line. Throws std::runtime_error where none comes,
    /// or the command is not a single line.
    std::string ask(const std::string& command);

private:
    std::string readLine();
    void awaitInput() const;

    std::string word_;
    std::optional<double> timeout_;
    base::Descriptor socket_;
    std::string input_;
    Greeting greeting_;
};

}  // namespace gantry::server
