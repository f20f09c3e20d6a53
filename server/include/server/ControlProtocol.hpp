#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <sys/types.h>

namespace gantry::server {

/// The lines of docs/formats/control.md.
inline constexpr int kControlVersion = 1;
/// Bytes of a request without its line feed.
inline constexpr std::size_t kLongestRequest = 65536;
/// Bytes of what a command shows.
inline constexpr std::size_t kLongestAnswer = 4U << 20U;
/// Bytes of a line that the server sends: an answer in which every byte became \u00XX, and its
/// frame.
inline constexpr std::size_t kLongestLine = 6 * kLongestAnswer + 65536;

/// What a client receives first.
struct Greeting {
    pid_t pid = 0;
    std::string script;
    /// Whether the container stays when its script has ended.
    bool stays = false;
};

/// What a client receives for one request.
struct Reply {
    /// Requests of a client count from 1.
    int request = 0;
    std::string output;
    /// Empty where the command was carried out.
    std::string error;
    /// The status with which the command ended the container.
    std::optional<int> end;
};

/// Each as one line with its line feed. Bytes that are no UTF-8 become U+FFFD.
std::string toLine(const Greeting& greeting);
std::string toLine(const Reply& reply);

/// Throw std::runtime_error where the line is none, or of a newer version.
Greeting readGreeting(const std::string& line);
Reply readReply(const std::string& line);

}  // namespace gantry::server
