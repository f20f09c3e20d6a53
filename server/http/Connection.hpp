#pragma once

#include <server/http/HttpTypes.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "Access.hpp"
#include "ReplyHead.hpp"
#include "RequestRules.hpp"

/// For HttpServer.cpp alone, so that Boost.Beast is compiled once.
namespace gantry::server::detail {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Error = beast::error_code;

inline RequestHead headOf(const http::request<http::empty_body>& request) {
    RequestHead head;
    head.method = std::string(request.method_string());
    head.target = std::string(request.target());
    for (const auto& field : request) {
        head.fields.emplace_back(std::string(field.name_string()), std::string(field.value()));
    }
    return head;
}

// Not the errors of a connection that ends.
inline bool isMalformed(const Error& error) {
    return error && error.category() == http::make_error_code(http::error::bad_method).category() &&
           error != http::error::end_of_stream && error != http::error::partial_message;
}

class Connection;

/// What the connections share. Of the thread of the server, but for the numbers.
struct Shared {
    Shared(HttpSettings given, HttpHandler function, std::uint16_t port)
        : settings(std::move(given)), handler(std::move(function)), access(settings.key, port) {}

    HttpSettings settings;
    HttpHandler handler;
    Access access;
    std::set<Connection*> watching;
    std::shared_ptr<const std::string> newest;  // the last event
    std::function<void()> hasRoom;              // a connection has ended
    std::size_t open = 0;
    mutable std::mutex linkMutex;  // link() is asked by other threads
    std::atomic<std::uint64_t> requests{0};
    std::atomic<std::uint64_t> refused{0};
    std::atomic<std::uint64_t> connections{0};
    std::atomic<std::size_t> watchers{0};
};

/// One client. Lives as long as an operation of it is under way: each holds a pointer.
class Connection final : public std::enable_shared_from_this<Connection> {
public:
    Connection(tcp::socket socket, Shared& shared)
        : shared_(shared), stream_(std::move(socket)), buffer_(shared.settings.limits.head) {
        ++shared_.open;
        ++shared_.connections;
    }
    ~Connection() {
        if (shared_.watching.erase(this) > 0) {
            --shared_.watchers;
        }
        --shared_.open;
        if (shared_.hasRoom) {
            shared_.hasRoom();
        }
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void begin() { awaitRequest(shared_.settings.limits.header); }

    /// A newer event than all before.
    void offer(std::shared_ptr<const std::string> event) {
        pending_ = std::move(event);
        if (!writing_) {
            writePending();
        }
    }

private:
    // The limit for a head begins with its first byte, so that an idle client is not cut off.
    void awaitRequest(std::chrono::milliseconds patience) {
        if (buffer_.size() > 0) {
            readHead();
            return;
        }
        constexpr std::size_t kPart = 4096;
        stream_.expires_after(patience);
        stream_.async_read_some(buffer_.prepare(std::min(kPart, buffer_.max_size())),
                                [self = shared_from_this()](Error error, std::size_t size) {
                                    if (!error) {
                                        self->buffer_.commit(size);
                                        self->readHead();
                                    }
                                });
    }

    void readHead() {
        parser_.emplace();
        parser_->header_limit(static_cast<std::uint32_t>(shared_.settings.limits.head));
        stream_.expires_after(shared_.settings.limits.header);
        http::async_read_header(
            stream_, buffer_, *parser_,
            [self = shared_from_this()](Error error, std::size_t) { self->takeHead(error); });
    }

    void takeHead(Error error) {
        if (error == http::error::header_limit || error == http::error::buffer_overflow) {
            refuse({431, "the head of the request is too long"});
        } else if (isMalformed(error) || (!error && parser_->get().version() / 10 != 1)) {
            refuse({400, "this is not a request of HTTP/1.1"});
        } else if (!error) {
            serve(headOf(parser_->get()));
        }
    }

    void serve(const RequestHead& head) {
        ++shared_.requests;
        isHead_ = head.method == "HEAD";
        auto read = readRequest(head, shared_.settings.limits);
        if (const auto* refusal = std::get_if<Refusal>(&read)) {
            refuse(*refusal);
            return;
        }
        const auto& request = std::get<HttpRequest>(read);
        const Access::Verdict verdict = shared_.access.judge(head, request);
        if (verdict.refusal) {
            refuse(*verdict.refusal);
            return;
        }
        HttpReply reply = replyTo(request);
        if (verdict.tookLink) {
            reply = withCookie(std::move(reply));
        }
        send(reply, !parser_->get().keep_alive());
    }

    HttpReply withCookie(HttpReply reply) {
        shape_.cookie = shared_.access.cookie();
        std::string link;
        {
            const std::lock_guard lock(shared_.linkMutex);
            shared_.access.renewLink();
            link = shared_.access.link();
        }
        if (shared_.settings.newLink) {
            shared_.settings.newLink(link);
        }
        return reply;
    }

    [[nodiscard]] HttpReply replyTo(const HttpRequest& request) const {
        try {
            return shared_.handler(request);
        } catch (const std::exception& error) {
            return httpError(500, error.what());
        }
    }

    // What follows such a request cannot be trusted to be one: the connection ends.
    void refuse(const Refusal& refusal) {
        ++shared_.refused;
        send(httpError(refusal.status, refusal.why), true);
    }

    void send(const HttpReply& reply, bool closes) {
        shape_.closes = closes || reply.watches;
        out_ = replyHead(reply, shape_);
        shape_.cookie.clear();
        body_ = isHead_ ? nullptr : reply.body;
        watches_ = reply.watches && !isHead_;
        parser_.reset();
        writing_ = true;
        write(0);
    }

    // In parts, so that the limit is for a part and not for a whole reply, which may be long.
    void write(std::size_t done) {
        constexpr std::size_t kPart = 65536;
        const std::size_t bodySize = body_ ? body_->size() : 0;
        if (done == out_.size() + bodySize) {
            written();
            return;
        }
        const bool isOut = done < out_.size();
        const char* const from = isOut ? out_.data() + done : body_->data() + (done - out_.size());
        const std::size_t left = isOut ? out_.size() - done : bodySize - (done - out_.size());
        stream_.expires_after(shared_.settings.limits.stall);
        stream_.async_write_some(asio::buffer(from, std::min(left, kPart)),
                                 [self = shared_from_this(), done](Error error, std::size_t size) {
                                     if (!error) {
                                         self->write(done + size);
                                     }
                                 });
    }

    void written() {
        writing_ = false;
        out_.clear();
        body_.reset();
        if (watches_) {
            watch();
        } else if (shape_.closes) {
            Error ignored;
            stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
            discard(0);
        } else {
            awaitRequest(shared_.settings.limits.idle);
        }
    }

    // A socket that is closed with unread bytes in it loses the reply as well.
    void discard(std::size_t size) {
        constexpr std::size_t kMost = 1 << 20;
        if (size > kMost) {
            return;
        }
        buffer_.clear();
        stream_.expires_after(shared_.settings.limits.header);
        stream_.async_read_some(buffer_.prepare(buffer_.max_size()),
                                [self = shared_from_this(), size](Error error, std::size_t more) {
                                    if (!error) {
                                        self->discard(size + more);
                                    }
                                });
    }

    void watch() {
        if (shared_.watching.insert(this).second) {
            ++shared_.watchers;
            pending_ = pending_ ? pending_ : shared_.newest;
            awaitEnd();
        }
        writePending();
    }

    // Nothing may come: this only learns that the client has gone.
    void awaitEnd() {
        buffer_.clear();
        stream_.expires_never();
        stream_.async_read_some(buffer_.prepare(1),
                                [self = shared_from_this()](Error, std::size_t) {
                                    Error ignored;
                                    self->stream_.socket().close(ignored);
                                });
    }

    void writePending() {
        if (pending_ && watches_) {
            body_ = std::exchange(pending_, nullptr);
            writing_ = true;
            write(0);
        }
    }

    Shared& shared_;
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::empty_body>> parser_;
    std::string out_;
    std::shared_ptr<const std::string> body_;
    std::shared_ptr<const std::string> pending_;
    ReplyShape shape_;
    bool isHead_ = false;
    bool writing_ = false;
    bool watches_ = false;
};

}  // namespace gantry::server::detail
