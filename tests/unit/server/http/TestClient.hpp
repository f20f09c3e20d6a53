#pragma once

#include <arpa/inet.h>
#include <base/files/Descriptor.hpp>
#include <netinet/in.h>
#include <server/http/HttpServer.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <sys/socket.h>

namespace gantry::server::test {

inline const std::string kKey = "0123456789abcdef0123456789abcdef";

/// Sends what it likes. Every wait is for what has to come.
class Client final {
public:
    explicit Client(std::uint16_t port, int buffer = 0)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        if (buffer > 0) {
            ::setsockopt(socket_.number(), SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
        }
        sockaddr_in place{};
        place.sin_family = AF_INET;
        place.sin_port = htons(port);
        place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(::connect(socket_.number(), reinterpret_cast<const sockaddr*>(&place),
                          sizeof place) == 0);
    }
    explicit Client(gantry::base::Descriptor connected) : socket_(std::move(connected)) {}

    void send(const std::string& text) const {
        // A server that has closed the connection is the other half of some tests.
        static_cast<void>(::send(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL));
    }
    void sayNoMore() const { ::shutdown(socket_.number(), SHUT_WR); }

    /// Up to and including a text; less where the connection ends before.
    std::string until(const std::string& end) {
        std::string text;
        for (char c = 0; ::recv(socket_.number(), &c, 1, 0) == 1;) {
            text += c;
            if (text.ends_with(end)) {
                break;
            }
        }
        return text;
    }
    std::string take(std::size_t size) {
        std::string text(size, '\0');
        const ssize_t got = ::recv(socket_.number(), text.data(), size, MSG_WAITALL);
        text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        return text;
    }
    std::string untilEnd() {
        std::string text;
        char part[4096];
        for (ssize_t size = 0; (size = ::recv(socket_.number(), part, sizeof part, 0)) > 0;) {
            text.append(part, static_cast<std::size_t>(size));
        }
        return text;
    }

    /// A frame of a WebSocket, as RFC 6455 has it; kind: 1 a text, 8 the end, 9 a ping.
    void sendFrame(unsigned kind, const std::string& text, bool masked = true) const {
        std::string frame(1, static_cast<char>(0x80U | kind));
        const unsigned mask = masked ? 0x80U : 0U;
        constexpr std::size_t kShort = 125;
        if (text.size() <= kShort) {
            frame += static_cast<char>(mask | text.size());
        } else {
            frame += static_cast<char>(mask | 127U);
            for (int shift = 56; shift >= 0; shift -= 8) {
                frame += static_cast<char>(text.size() >> static_cast<unsigned>(shift) & 0xffU);
            }
        }
        // A mask of zeros changes nothing.
        send(frame + (masked ? std::string(4, '\0') : "") + text);
    }
    struct Frame {
        unsigned kind = 0;
        std::string text;
    };
    /// The next frame; nothing where the connection has ended.
    std::optional<Frame> frame() {
        const std::string head = take(2);
        if (head.size() < 2) {
            return std::nullopt;
        }
        std::size_t size = static_cast<unsigned char>(head[1]);
        constexpr std::size_t kTwoBytes = 126;
        if (size >= kTwoBytes) {
            const std::string more = take(size == kTwoBytes ? 2 : 8);
            size = 0;
            for (const char c : more) {
                size = size << 8U | static_cast<unsigned char>(c);
            }
        }
        return Frame{static_cast<unsigned char>(head[0]) & 0xfU, take(size)};
    }

private:
    gantry::base::Descriptor socket_;
};

/// The head of a request with the key.
inline std::string head(const std::string& line, const std::string& more = "") {
    return line + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + kKey + "\r\n" + more +
           "\r\n";
}

inline std::string upgrade(const std::string& path, const std::string& more = "") {
    return head("GET " + path,
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                    more);
}

inline std::string statusOf(const std::string& reply) {
    return reply.substr(0, std::string("HTTP/1.1 200").size());
}

}  // namespace gantry::server::test
