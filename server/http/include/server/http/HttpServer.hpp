#pragma once

#include <server/http/HttpTypes.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace gantry::server {

/// Serves GET, HEAD and WebSockets to the user of this machine, on 127.0.0.1 or a Unix socket
/// alone, in a thread of its own that never waits for a client. Only those are served who show the
/// key: as "Authorization: Bearer KEY", or as the cookie that a browser gets for opening a link. A
/// link is valid once. Requests from pages of other origins, and those that name another host, are
/// refused. No body of a request is ever read. Memory is bounded: one request and one reply for
/// each connection.
///
///     HttpSettings settings;
///     settings.key = base::randomToken(16);
///     HttpServer server(settings, [](const HttpRequest& request) {
///         return request.path == "/" ? httpReply("hello", 200, "text/plain")
///                                    : httpError(404, "no such page");
///     });
///     std::cout << server.link() << '\n';
class HttpServer final {
public:
    /// Listens and starts the thread. Throws std::system_error where the port is taken or may not
    /// be used, or where no descriptor or thread is left.
    HttpServer(HttpSettings settings, HttpHandler handler);
    /// Closes all connections. Waits for a running handler.
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept;
    /// The address that lets one browser in, once: "http://127.0.0.1:PORT/?token=...". Any thread.
    [[nodiscard]] std::string link() const;

    /// Asks all channels for their next text. Any thread; does not wait.
    void wake();
    /// Any thread.
    [[nodiscard]] HttpCounts counts() const noexcept;

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace gantry::server
