#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What an HttpServer is asked and replies. Plain values.
namespace gantry::server {

/// A request that kept all rules.
struct HttpRequest {
    std::string path;  ///< from '/' on, without the query; never decoded: compare it as it is
    /// Decoded, in the order of the query; printable UTF-8 is not promised.
    std::vector<std::pair<std::string, std::string>> query{};

    /// The first value of that name.
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
};

struct HttpReply {
    unsigned status = 200;
    std::string type = "application/json";
    /// Shared, so that many clients read one copy. May be null.
    std::shared_ptr<const std::string> body{};
    /// Of the Content-Security-Policy; empty: nothing is allowed.
    std::string policy{};
    /// The connection becomes one that watches: it gets what publish() is given. Body and status
    /// are ignored.
    bool watches = false;
};

/// A reply with that text as its body.
HttpReply httpReply(std::string body, unsigned status = 200, std::string type = "application/json");
/// {"error": message} with that status.
HttpReply httpError(unsigned status, const std::string& message);

/// What a client may take. A client that takes more gets an error, or loses the connection.
struct HttpLimits {
    std::size_t target = 8192;      ///< bytes of path and query
    std::size_t head = 16384;       ///< bytes of the request up to its empty line
    std::size_t fields = 64;        ///< headers
    std::size_t connections = 128;  ///< at once; further ones wait in the backlog of the socket
    std::chrono::milliseconds header{5000};  ///< from the first byte of a request to its last
    std::chrono::milliseconds idle{30000};   ///< between two requests
    std::chrono::milliseconds stall{20000};  ///< without a byte taken of a reply
};

/// Counts since the server began.
struct HttpCounts {
    std::uint64_t requests = 0;
    std::uint64_t refused = 0;  ///< by a rule or for want of the key
    std::uint64_t connections = 0;
};

struct HttpSettings {
    std::uint16_t port = 0;  ///< 0: any that is free
    /// 32 hexadecimal digits or more that a program shows as "Authorization: Bearer KEY" and a
    /// browser as a cookie. Never part of an address.
    std::string key{};
    HttpLimits limits{};
    /// Called, in the thread of the server, with a new link as soon as one was used.
    std::function<void(const std::string& link)> newLink{};
};

/// Gets every request that may be served; called in the thread of the server. What it throws
/// becomes a reply with status 500.
using HttpHandler = std::function<HttpReply(const HttpRequest& request)>;

}  // namespace gantry::server
