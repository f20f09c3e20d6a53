#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <exception>
#include <string>

#include "Shared.hpp"

namespace gantry::server::detail {

namespace http = beast::http;
namespace websocket = beast::websocket;

/// A client that stays connected and gets the texts of a channel, one at a time.
class ChannelPeer : public Peer, public std::enable_shared_from_this<ChannelPeer> {
public:
    ChannelPeer(std::shared_ptr<HttpChannel> channel, Shared& shared,
                const asio::any_io_executor& executor)
        : shared_(shared), channel_(std::move(channel)), timer_(executor) {
        setState(State::Busy);
        shared_.add(this);
    }
    ~ChannelPeer() override { shared_.remove(this); }
    ChannelPeer(const ChannelPeer&) = delete;
    ChannelPeer& operator=(const ChannelPeer&) = delete;

    void wake() final { advance(); }

protected:
    /// Begins to send a text, which stays until written().
    virtual void send(const std::string& text) = 0;
    /// Ends the connection after a last text.
    virtual void close() = 0;

    void open() {
        open_ = true;
        advance();
    }
    void advance() {
        if (!open_ || text_) {
            return;
        }
        try {
            HttpChannel::Next next = channel_->next(Clock::now());
            if (next.text) {
                text_ = std::move(next.text);
                ends_ = next.ends;
                send(*text_);
            } else if (next.again) {
                askAgain(*next.again);
            }
        } catch (const std::exception&) {
            end();
        }
    }
    void written(const Error& error) {
        text_.reset();
        if (error) {
            end();
        } else if (ends_) {
            open_ = false;
            close();
        } else {
            advance();
        }
    }
    void say(const std::string& message) {
        try {
            channel_->receive(message);
        } catch (const std::exception&) {
            end();
        }
        advance();
    }
    void end() {
        open_ = false;
        timer_.cancel();
        cut();
    }

    Shared& shared_;

private:
    void askAgain(Clock::time_point at) {
        timer_.expires_at(at);
        timer_.async_wait([self = shared_from_this()](Error error) {
            if (!error) {
                self->advance();
            }
        });
    }

    std::shared_ptr<HttpChannel> channel_;
    asio::steady_timer timer_;
    std::shared_ptr<const std::string> text_;
    bool open_ = false;
    bool ends_ = false;
};

/// The texts are a body without an end.
class LinesPeer final : public ChannelPeer {
public:
    LinesPeer(Stream stream, std::shared_ptr<HttpChannel> channel, Shared& shared)
        : ChannelPeer(std::move(channel), shared, stream.get_executor()),
          stream_(std::move(stream)) {}

    void begin() {
        awaitEnd();
        open();
    }
    void cut() override {
        Error ignored;
        stream_.socket().close(ignored);
    }

private:
    void send(const std::string& text) override { write(text, 0); }

    // In parts, so that the limit is for a part and not for a whole text, which may be long.
    void write(const std::string& text, std::size_t done) {
        constexpr std::size_t kPart = 65536;
        if (done == text.size()) {
            written({});
            return;
        }
        stream_.expires_after(shared_.settings.limits.stall);
        stream_.async_write_some(
            asio::buffer(text.data() + done, std::min(text.size() - done, kPart)),
            [this, self = shared_from_this(), &text, done](Error error, std::size_t size) {
                if (error) {
                    written(error);
                } else {
                    write(text, done + size);
                }
            });
    }
    void close() override {
        Error ignored;
        stream_.socket().shutdown(Protocol::socket::shutdown_send, ignored);
    }
    // Nothing may come: this only learns that the client has gone.
    void awaitEnd() {
        stream_.expires_never();
        stream_.async_read_some(asio::buffer(&byte_, 1),
                                [this, self = shared_from_this()](Error, std::size_t) { end(); });
    }

    Stream stream_;
    char byte_ = 0;
};

/// The texts are messages of a WebSocket.
class WebSocketPeer final : public ChannelPeer {
public:
    WebSocketPeer(Stream stream, std::shared_ptr<HttpChannel> channel, Shared& shared)
        : ChannelPeer(std::move(channel), shared, stream.get_executor()),
          socket_(std::move(stream)) {}

    void begin(const http::request<http::empty_body>& request) {
        const HttpLimits& limits = shared_.settings.limits;
        beast::get_lowest_layer(socket_).expires_never();
        // A client that shows no sign of life is asked for one, and given up without.
        socket_.set_option(websocket::stream_base::timeout{limits.header, limits.stall, true});
        socket_.read_message_max(limits.message);
        socket_.auto_fragment(false);
        socket_.text(true);
        // What is on its way is old when it arrives: there should not be much of it.
        Error ignored;
        constexpr int kUnderWay = 256 << 10;
        beast::get_lowest_layer(socket_).socket().set_option(
            asio::socket_base::send_buffer_size(kUnderWay), ignored);
        socket_.async_accept(request, [this, self = shared_from_this()](Error error) {
            if (error) {
                end();
                return;
            }
            read();
            open();
        });
    }
    void cut() override {
        Error ignored;
        beast::get_lowest_layer(socket_).socket().close(ignored);
    }

private:
    void read() {
        socket_.async_read(buffer_, [this, self = shared_from_this()](Error error, std::size_t) {
            if (error) {
                end();
                return;
            }
            const std::string message = beast::buffers_to_string(buffer_.data());
            buffer_.clear();
            say(message);
            read();
        });
    }
    void send(const std::string& text) override {
        socket_.async_write(asio::buffer(text), [this, self = shared_from_this()](
                                                    Error error, std::size_t) { written(error); });
    }
    void close() override {
        socket_.async_close(websocket::close_code::policy_error,
                            [this, self = shared_from_this()](Error) { end(); });
    }

    websocket::stream<Stream> socket_;
    beast::flat_buffer buffer_;
};

}  // namespace gantry::server::detail
