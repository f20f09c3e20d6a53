#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <sys/types.h>

namespace gantry::server {

/// The version of the protocol, docs/formats/control.md: each message is one line of JSON in UTF-8.
inline constexpr int kControlVersion = 1;
/// The longest request that the server accepts, in bytes without the line feed.
inline constexpr std::size_t kLongestRequest = 65536;
/// The longest output of one command, in bytes; a longer one is replaced by an error.
inline constexpr std::size_t kLongestAnswer = 4U << 20U;
/// The longest line that the server sends, in bytes: an output in which each byte is escaped as
/// \u00XX, and 64 KiB for the rest of the message.
inline constexpr std::size_t kLongestLine = 6 * kLongestAnswer + 65536;

/// The first line that a client receives.
struct Greeting {
    /// The process that listens.
    pid_t pid = 0;
    /// The name of the script it runs, for people.
    std::string script;
    /// Whether the container stays after the end of its script, and so accepts commands that run
    /// components.
    bool stays = false;
};

/// The line that a client receives for one request.
struct Reply {
    /// The number of the request; each client counts from 1.
    int request = 0;
    /// What the command printed, also before it failed.
    std::string output;
    /// Why the command failed; empty if it succeeded.
    std::string error;
    /// The exit status, if this command ended the container.
    std::optional<int> end;
};

/// Encodes a message as one line with its line feed. Bytes that are not UTF-8 become U+FFFD, and
/// all other characters beyond ASCII are escaped.
std::string toLine(const Greeting& greeting);
std::string toLine(const Reply& reply);

/// Decode a line. Unknown members are ignored, so that later versions may add some. Throw
/// std::runtime_error if the line is not such a message; readGreeting() also if the server speaks a
/// newer version. Lines come from another process: nothing in them is trusted.
Greeting readGreeting(const std::string& line);
Reply readReply(const std::string& line);

}  // namespace gantry::server
