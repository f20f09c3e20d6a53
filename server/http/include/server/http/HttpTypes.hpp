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

/// A request that kept all rules. Owns its texts. Its key was right, and its head within
/// HttpLimits.
struct HttpRequest {
    std::string path;  ///< from '/' on, without the query; never decoded: compare it as it is
    /// Decoded, in the order of the query; printable UTF-8 is not promised.
    std::vector<std::pair<std::string, std::string>> query{};
    bool opensWebSocket = false;  ///< it asks for a WebSocket

    /// The first value of that name.
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
};

/// What one client that stays connected gets, one text after the other, and what it says. Made by a
/// handler for one client. All functions are called in the thread of the server, and must not wait.
class HttpChannel {
public:
    /// What next() found.
    struct Next {
        std::shared_ptr<const std::string> text{};  ///< null: there is nothing yet
        /// Without a text: when to ask again, at the latest. Nothing: after HttpServer::wake().
        std::optional<std::chrono::steady_clock::time_point> again{};
        bool ends = false;  ///< it was the last text; a WebSocket is closed with status 1008
    };

    HttpChannel() = default;
    virtual ~HttpChannel() = default;
    HttpChannel(const HttpChannel&) = delete;
    HttpChannel& operator=(const HttpChannel&) = delete;

    /// The next text. Asked only when the one before has been taken, so a slow client costs one.
    virtual Next next(std::chrono::steady_clock::time_point now) = 0;
    /// What the client of a WebSocket said; next() is asked afterwards.
    virtual void receive(const std::string& message) = 0;
};

/// A plain value; copying it shares body and channel.
struct HttpReply {
    unsigned status = 200;
    std::string type = "application/json";
    /// Shared, so that many clients read one copy. May be null.
    std::shared_ptr<const std::string> body{};
    /// Of the Content-Security-Policy; empty: nothing is allowed.
    std::string policy{};
    /// The connection belongs to this channel from now on; body and status are ignored. Each text
    /// is a message of the WebSocket that the request asked for, else of a body without an end.
    std::shared_ptr<HttpChannel> channel{};
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
    std::size_t message = 1 << 20;  ///< bytes that a client of a WebSocket says at once
    /// At once. Another one takes the place of the one that has shown no key for longest, else of
    /// the one that is idle for longest; where there is none, it waits in the backlog of the
    /// socket.
    std::size_t connections = 1280;
    std::chrono::milliseconds header{5000};  ///< from the first byte of a request to its last
    std::chrono::milliseconds idle{30000};   ///< between two requests
    std::chrono::milliseconds stall{20000};  ///< without a byte taken of a reply, or a sign of life
    std::chrono::milliseconds guess{200};    ///< before a wrong key is refused
};

/// Counts since the server began.
struct HttpCounts {
    std::uint64_t requests = 0;
    std::uint64_t refused = 0;  ///< by a rule or for want of the key
    std::uint64_t connections = 0;
};

/// A plain value, read when the server is made.
struct HttpSettings {
    std::uint16_t port = 0;  ///< of 127.0.0.1; 0: any that is free
    /// A Unix socket that listens already, instead of a port. The server has its own copy of it,
    /// and `port` is then that of the link only: the one that a tunnel ends at. Nothing: none.
    std::optional<int> listening{};
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
