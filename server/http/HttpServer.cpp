#include <server/http/HttpServer.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "Connection.hpp"

namespace gantry::server {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using detail::Connection;
using detail::Error;
using detail::Shared;

std::system_error systemError(const Error& error, const char* what) {
    return {error.value(), std::generic_category(), what};
}

}  // namespace

class HttpServer::Loop final {
public:
    Loop(HttpSettings settings, HttpHandler handler) : acceptor_(context_), pause_(context_) {
        const std::uint16_t port = listen(settings.port);
        shared_ = std::make_unique<Shared>(std::move(settings), std::move(handler), port);
        shared_->hasRoom = [this] {
            if (isFull_) {
                isFull_ = false;
                asio::post(context_, [this] { accept(); });
            }
        };
        accept();
        thread_ = std::thread([this] { context_.run(); });
    }
    ~Loop() {
        context_.stop();
        thread_.join();
        // Connections that are left end with the context.
        shared_->hasRoom = nullptr;
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void publish(const std::string& event) {
        auto text = std::make_shared<const std::string>(eventText(event));
        asio::post(context_, [this, text = std::move(text)] {
            shared_->newest = text;
            for (Connection* const watcher : std::set<Connection*>(shared_->watching)) {
                watcher->offer(text);
            }
        });
    }

    [[nodiscard]] const Shared& shared() const noexcept { return *shared_; }
    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

private:
    std::uint16_t listen(std::uint16_t wanted) {
        Error error;
        const tcp::endpoint place(asio::ip::address_v4::loopback(), wanted);
        acceptor_.open(place.protocol(), error);
        if (!error) {
            acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
            acceptor_.bind(place, error);
        }
        if (!error) {
            acceptor_.listen(asio::socket_base::max_listen_connections, error);
        }
        if (error) {
            throw systemError(error, "cannot listen on 127.0.0.1");
        }
        port_ = acceptor_.local_endpoint().port();
        return port_;
    }

    void accept() {
        if (shared_->open >= shared_->settings.limits.connections) {
            isFull_ = true;
            return;
        }
        acceptor_.async_accept([this](Error error, tcp::socket socket) {
            if (!error) {
                std::make_shared<Connection>(std::move(socket), *shared_)->begin();
                accept();
                return;
            }
            // No descriptor is left: others may free some.
            constexpr std::chrono::milliseconds kAgain{100};
            pause_.expires_after(kAgain);
            pause_.async_wait([this](Error) { accept(); });
        });
    }

    // Before the context: connections that it still holds at its end use this.
    std::unique_ptr<Shared> shared_;
    asio::io_context context_{1};
    tcp::acceptor acceptor_;
    asio::steady_timer pause_;
    std::uint16_t port_ = 0;
    bool isFull_ = false;
    std::thread thread_;
};

HttpServer::HttpServer(HttpSettings settings, HttpHandler handler) {
    try {
        loop_ = std::make_unique<Loop>(std::move(settings), std::move(handler));
    } catch (const boost::system::system_error& error) {
        // Boost.Asio itself needs descriptors.
        throw systemError(error.code(), "cannot serve");
    }
}

HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const noexcept {
    return loop_->port();
}

std::string HttpServer::link() const {
    const std::lock_guard lock(loop_->shared().linkMutex);
    return loop_->shared().access.link();
}

void HttpServer::publish(const std::string& event) {
    loop_->publish(event);
}

std::size_t HttpServer::watchers() const noexcept {
    return loop_->shared().watchers;
}

HttpCounts HttpServer::counts() const noexcept {
    const Shared& shared = loop_->shared();
    return {shared.requests, shared.refused, shared.connections};
}

}  // namespace gantry::server
