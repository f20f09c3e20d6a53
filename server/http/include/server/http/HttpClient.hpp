#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace gantry::server {

/// Asks an HttpServer of this machine, or of another one through a tunnel that ends here. Keeps one
/// connection, and opens another one where the server has closed it. Blocks the calling thread. For
/// one thread.
///
///     HttpClient client("http://127.0.0.1:8080", key, std::chrono::seconds(5));
///     const HttpClient::Answer answer = client.get("/api/meta");
class HttpClient final {
public:
    /// A plain value; a status other than 200 does not throw.
    struct Answer {
        unsigned status = 0;
        std::string type{};
        std::string body{};  ///< at most 256 MiB
    };

    /// url: "http://127.0.0.1:PORT", with localhost or [::1] likewise, or "unix:/PATH" for a Unix
    /// socket; a path behind a port is ignored. Throws std::invalid_argument for another text: the
    /// key is sent in the clear, so it goes to no other machine. Does not connect.
    HttpClient(const std::string& url, std::string key, std::chrono::milliseconds patience);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// Asks for an address with its query. Any status is an answer. Throws std::runtime_error where
    /// nobody listens, the reply does not come within the patience, or it is none of HTTP.
    Answer get(const std::string& target);

private:
    class Connection;
    std::unique_ptr<Connection> connection_;
};

}  // namespace gantry::server
