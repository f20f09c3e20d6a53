// Server and client of HTTP in one source, so that Boost.Beast, which takes half a minute, is
// compiled once.

#include <memory>
#include <utility>

#include "ClientConnection.hpp"
#include "ServerLoop.hpp"

namespace gantry::server {

HttpServer::HttpServer(HttpSettings settings, HttpHandler handler) {
    try {
        loop_ = std::make_unique<Loop>(std::move(settings), std::move(handler));
    } catch (const boost::system::system_error& error) {
        // Boost.Asio itself needs descriptors.
        throw detail::systemError(error.code(), "cannot serve");
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

void HttpServer::wake() {
    loop_->wake();
}

HttpCounts HttpServer::counts() const noexcept {
    const detail::Shared& shared = loop_->shared();
    return {shared.requests, shared.refused, shared.connections};
}

HttpClient::HttpClient(const std::string& url, std::string key, std::chrono::milliseconds patience)
    : connection_(std::make_unique<Connection>(url, std::move(key), patience)) {}

HttpClient::~HttpClient() = default;

HttpClient::Answer HttpClient::get(const std::string& target) {
    return connection_->get(target);
}

}  // namespace gantry::server
