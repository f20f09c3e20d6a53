#pragma once

#include <server/http/HttpTypes.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace gantry::server {

/// Serves GET and HEAD to the user of this machine, on 127.0.0.1 alone, in a thread of its own that
/// never waits for a client. Only those are served who show the key: as "Authorization: Bearer
/// KEY", or as the cookie that a browser gets for opening a link. A link is valid once. Requests
/// from pages of other origins, and those that name another host, are refused. No body of a request
/// is ever read. Memory is bounded: one request and one reply for each connection.
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

    /// Sends a text to all who watch, as one event. Who still takes an earlier one gets only the
    /// newest of those that come meanwhile, so a slow client costs one text. Who begins to watch
    /// later gets the newest at once. Line feeds in it begin new lines of the event. Any thread;
    /// does not wait.
    void publish(const std::string& event);
    /// How many watch. Any thread.
    [[nodiscard]] std::size_t watchers() const noexcept;
    /// Any thread.
    [[nodiscard]] HttpCounts counts() const noexcept;

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace gantry::server
