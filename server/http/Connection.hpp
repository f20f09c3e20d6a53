#pragma once

#include <server/http/HttpTypes.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "ChannelPeer.hpp"
#include "ReplyHead.hpp"
#include "RequestRules.hpp"
#include "Shared.hpp"

namespace gantry::server::detail {

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

/// One client that sends requests, one after the other.
class Connection final : public Peer, public std::enable_shared_from_this<Connection> {
public:
    Connection(Protocol::socket socket, Shared& shared)
        : shared_(shared),
          stream_(std::move(socket)),
          pause_(stream_.get_executor()),
          buffer_(shared.settings.limits.head) {
        shared_.add(this);
        ++shared_.connections;
    }
    ~Connection() override { shared_.remove(this); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void begin() { awaitRequest(shared_.settings.limits.header); }

    void cut() override {
        pause_.cancel();
        Error ignored;
        stream_.socket().close(ignored);
    }

private:
    // The limit for a head begins with its first byte, so that an idle client is not cut off.
    void awaitRequest(std::chrono::milliseconds patience) {
        if (buffer_.size() > 0) {
            readHead();
            return;
        }
        constexpr std::size_t kPart = 1024;
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
            verdict.guessed ? refuseLater(*verdict.refusal) : refuse(*verdict.refusal);
            return;
        }
        isKnown_ = isKnown_ || request.path != "/healthz";
        setState(State::Busy);
        HttpReply reply = replyTo(request);
        if (reply.channel && request.opensWebSocket) {
            openWebSocket(std::move(reply.channel));
            return;
        }
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

    // Who guesses does not do so often.
    void refuseLater(const Refusal& refusal) {
        stream_.expires_never();
        pause_.expires_after(shared_.settings.limits.guess);
        pause_.async_wait([self = shared_from_this(), refusal](Error error) {
            if (!error) {
                self->refuse(refusal);
            }
        });
    }

    // This object ends with its last operation; the peer takes its place.
    void openWebSocket(std::shared_ptr<HttpChannel> channel) {
        if (buffer_.size() > 0) {
            refuse({400, "nothing may follow before the WebSocket is open"});
            return;
        }
        std::make_shared<WebSocketPeer>(std::move(stream_), std::move(channel), shared_)
            ->begin(parser_->get());
    }

    void send(const HttpReply& reply, bool closes) {
        shape_.closes = closes || reply.channel;
        out_ = replyHead(reply, shape_);
        shape_.cookie.clear();
        body_ = isHead_ ? nullptr : reply.body;
        channel_ = isHead_ ? nullptr : reply.channel;
        parser_.reset();
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
        out_.clear();
        body_.reset();
        if (channel_) {
            std::make_shared<LinesPeer>(std::move(stream_), std::move(channel_), shared_)->begin();
        } else if (shape_.closes) {
            Error ignored;
            stream_.socket().shutdown(Protocol::socket::shutdown_send, ignored);
            discard(0);
        } else {
            setState(isKnown_ ? State::Idle : State::Stranger);
            if (shared_.crowded) {
                shared_.makeRoom();
            }
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

    Shared& shared_;
    Stream stream_;
    asio::steady_timer pause_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::empty_body>> parser_;
    std::string out_;
    std::shared_ptr<const std::string> body_;
    std::shared_ptr<HttpChannel> channel_;
    ReplyShape shape_;
    bool isHead_ = false;
    bool isKnown_ = false;  // has shown the key
};

}  // namespace gantry::server::detail
