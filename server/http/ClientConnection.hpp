#pragma once

#include <server/http/HttpClient.hpp>

#include <boost/asio/connect.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

/// For Beast.cpp alone.
namespace gantry::server {

namespace detail {

using ClientProtocol = boost::asio::generic::stream_protocol;
using ClientStream = boost::beast::basic_stream<ClientProtocol>;
using ClientReply = boost::beast::http::response_parser<boost::beast::http::string_body>;

inline constexpr std::string_view kUnix = "unix:";
inline constexpr std::string_view kHttp = "http://";

inline std::invalid_argument wrongUrl(const std::string& url) {
    return std::invalid_argument(
        "'" + url + "' is not an address of a server of Gantry on this machine: give " +
        "http://127.0.0.1:PORT or unix:/PATH, of another machine by way of ssh -L");
}

// Throws std::invalid_argument.
inline ClientProtocol::endpoint placeOf(const std::string& url) {
    if (url.starts_with(kUnix) && url.size() > kUnix.size() && url[kUnix.size()] == '/') {
        try {
            return boost::asio::local::stream_protocol::endpoint(url.substr(kUnix.size()));
        } catch (const boost::system::system_error&) {
            // The path is longer than the system allows.
            throw wrongUrl(url);
        }
    }
    if (!url.starts_with(kHttp)) {
        throw wrongUrl(url);
    }
    std::string_view rest = std::string_view(url).substr(kHttp.size());
    if (rest.find("?token=") != std::string_view::npos) {
        throw std::invalid_argument(
            "a link with a token is for one browser; programs show the key from the key file "
            "of the server");
    }
    rest = rest.substr(0, rest.find('/'));
    const std::size_t colon = rest.rfind(':');
    const std::string_view host = rest.substr(0, colon);
    std::uint16_t port = 0;
    if (colon != std::string_view::npos) {
        const std::string_view digits = rest.substr(colon + 1);
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), port);
        port = error == std::errc() && end == digits.data() + digits.size() ? port : 0;
    }
    if (port == 0 || (host != "127.0.0.1" && host != "localhost" && host != "[::1]")) {
        throw wrongUrl(url);
    }
    using boost::asio::ip::tcp;
    return tcp::endpoint(host == "[::1]"
                             ? boost::asio::ip::address(boost::asio::ip::address_v6::loopback())
                             : boost::asio::ip::address_v4::loopback(),
                         port);
}

}  // namespace detail

/// One connection, and the loop that runs its operations.
class HttpClient::Connection final {
public:
    Connection(std::string url, std::string key, std::chrono::milliseconds patience)
        : url_(std::move(url)),
          key_(std::move(key)),
          patience_(patience),
          place_(detail::placeOf(url_)) {}

    Answer get(const std::string& target) {
        namespace http = boost::beast::http;
        http::request<http::empty_body> request(http::verb::get, target, 11);
        request.set(http::field::host, "localhost");
        if (!key_.empty()) {
            request.set(http::field::authorization, "Bearer " + key_);
        }
        // The server closes a connection that was idle for long: then once more.
        const bool isOld = stream_.has_value();
        std::string problem;
        auto answer = ask(request, problem);
        if (!answer && isOld) {
            answer = ask(request, problem);
        }
        if (!answer) {
            throw std::runtime_error(url_ + ": " + problem);
        }
        return *std::move(answer);
    }

private:
    using Error = boost::beast::error_code;

    // Runs one operation to its end.
    template <class Begin>
    Error wait(Begin begin) {
        Error result;
        stream_->expires_after(patience_);
        begin([&result](Error error, auto&&...) { result = error; });
        context_.restart();
        context_.run();
        return result;
    }

    std::optional<Answer> ask(
        const boost::beast::http::request<boost::beast::http::empty_body>& request,
        std::string& problem) {
        namespace http = boost::beast::http;
        Error error;
        if (!stream_) {
            stream_.emplace(context_);
            buffer_.clear();
            error = wait([this](auto done) { stream_->async_connect(place_, done); });
        }
        if (!error) {
            error = wait([&](auto done) { http::async_write(*stream_, request, done); });
        }
        detail::ClientReply reply;
        constexpr std::uint64_t kMost = 256U << 20U;
        reply.body_limit(kMost);
        if (!error) {
            error = wait([&](auto done) { http::async_read(*stream_, buffer_, reply, done); });
        }
        if (error || !reply.get().keep_alive()) {
            stream_.reset();
        }
        if (error) {
            problem = error == boost::beast::error::timeout
                          ? "no reply in time"
                          : "no reply (" + error.message() + "); is the server still there?";
            return std::nullopt;
        }
        const auto& got = reply.get();
        return Answer{got.result_int(), std::string(got[http::field::content_type]),
                      std::move(reply.get().body())};
    }

    std::string url_;
    std::string key_;
    std::chrono::milliseconds patience_;
    detail::ClientProtocol::endpoint place_;
    boost::asio::io_context context_{1};
    std::optional<detail::ClientStream> stream_;
    boost::beast::flat_buffer buffer_;
};

}  // namespace gantry::server
