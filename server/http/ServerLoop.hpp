#pragma once

#include <netinet/in.h>
#include <server/http/HttpServer.hpp>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <fcntl.h>
#include <set>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <utility>

#include "Connection.hpp"
#include "Shared.hpp"

/// For Beast.cpp alone.
namespace gantry::server {

namespace detail {

using asio::ip::tcp;
using Acceptor = asio::basic_socket_acceptor<Protocol>;

inline std::system_error systemError(const Error& error, const char* what) {
    return {error.value(), std::generic_category(), what};
}

}  // namespace detail

/// Accepts clients, in its own thread.
class HttpServer::Loop final {
public:
    Loop(HttpSettings settings, HttpHandler handler) : acceptor_(context_), pause_(context_) {
        port_ = settings.listening ? listenAt(*settings.listening, settings.port)
                                   : listen(settings.port);
        acceptor_.non_blocking(true);
        shared_ = std::make_unique<detail::Shared>(std::move(settings), std::move(handler), port_);
        shared_->hasRoom = [this] {
            if (shared_->crowded) {
                shared_->crowded = false;
                boost::asio::post(context_, [this] { accept(); });
            }
        };
        awaitClient();
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

    void wake() {
        boost::asio::post(context_, [this] {
            for (detail::Peer* const peer : std::set<detail::Peer*>(shared_->peers)) {
                // One that was woken before may have ended it.
                if (shared_->peers.count(peer) > 0) {
                    peer->wake();
                }
            }
        });
    }

    [[nodiscard]] const detail::Shared& shared() const noexcept { return *shared_; }
    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

private:
    std::uint16_t listen(std::uint16_t wanted) {
        detail::Error error;
        const boost::asio::ip::tcp::endpoint place(boost::asio::ip::address_v4::loopback(), wanted);
        acceptor_.open(detail::Protocol(place.protocol()), error);
        if (!error) {
            acceptor_.set_option(detail::Acceptor::reuse_address(true), error);
            acceptor_.bind(place, error);
        }
        if (!error) {
            acceptor_.listen(boost::asio::socket_base::max_listen_connections, error);
        }
        if (error) {
            throw detail::systemError(error, "cannot listen on 127.0.0.1");
        }
        sockaddr_in bound{};
        socklen_t size = sizeof bound;
        ::getsockname(acceptor_.native_handle(), reinterpret_cast<sockaddr*>(&bound), &size);
        return ntohs(bound.sin_port);
    }

    std::uint16_t listenAt(int listening, std::uint16_t port) {
        const int own = ::fcntl(listening, F_DUPFD_CLOEXEC, 0);
        detail::Error error(own < 0 ? errno : 0, boost::system::system_category());
        if (!error) {
            acceptor_.assign(detail::Protocol(AF_UNIX, 0), own, error);
        }
        if (error) {
            throw detail::systemError(error, "cannot listen on a Unix socket");
        }
        return port;
    }

    void awaitClient() {
        acceptor_.async_wait(detail::Acceptor::wait_read, [this](detail::Error error) {
            if (!error) {
                accept();
            }
        });
    }

    void accept() {
        if (shared_->peers.size() >= shared_->settings.limits.connections) {
            shared_->crowded = true;
            shared_->makeRoom();
            return;
        }
        detail::Error error;
        detail::Protocol::socket socket = acceptor_.accept(context_, error);
        if (!error) {
            std::make_shared<detail::Connection>(std::move(socket), *shared_)->begin();
        } else if (error == boost::asio::error::no_descriptors ||
                   error == boost::asio::error::no_memory || error.value() == ENFILE ||
                   error.value() == ENOBUFS) {
            // Who waits gets the place of an idle one, or has to wait until others are done.
            shared_->makeRoom();
            constexpr std::chrono::milliseconds kAgain{100};
            pause_.expires_after(kAgain);
            pause_.async_wait([this](detail::Error) { awaitClient(); });
            return;
        }
        awaitClient();
    }

    // Before the context: connections that it still holds at its end use this.
    std::unique_ptr<detail::Shared> shared_;
    boost::asio::io_context context_{1};
    detail::Acceptor acceptor_;
    boost::asio::steady_timer pause_;
    std::uint16_t port_ = 0;
    std::thread thread_;
};

}  // namespace gantry::server
