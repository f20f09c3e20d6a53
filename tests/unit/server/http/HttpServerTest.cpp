#include <arpa/inet.h>
#include <base/files/Descriptor.hpp>
#include <netinet/in.h>
#include <server/http/HttpServer.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <vector>

using namespace gantry::server;
using namespace std::chrono_literals;

namespace {

const std::string kKey = "0123456789abcdef0123456789abcdef";

// Sends what it likes. Every wait is for what has to come.
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

    void send(const std::string& text) const {
        // A server that has closed the connection is the other half of some tests.
        static_cast<void>(::send(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL));
    }
    void sayNoMore() const { ::shutdown(socket_.number(), SHUT_WR); }

    // Up to and including a text; less where the connection ends before.
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

private:
    gantry::base::Descriptor socket_;
};

HttpReply answer(const HttpRequest& request) {
    if (request.path == "/large") {
        return httpReply(std::string(8 << 20, 'x'), 200, "text/plain");
    }
    if (request.path == "/broken") {
        throw std::runtime_error("a \"fault\"");
    }
    if (request.path == "/live") {
        HttpReply reply;
        reply.watches = true;
        return reply;
    }
    return request.path == "/" ? httpReply("hello", 200, "text/plain") : httpError(404, "nothing");
}

HttpSettings settings(HttpLimits limits = {}) {
    HttpSettings chosen;
    chosen.key = kKey;
    chosen.limits = limits;
    return chosen;
}

std::string head(const std::string& line, const std::string& more = "") {
    return line + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + kKey + "\r\n" + more +
           "\r\n";
}

std::string closing(const std::string& line) {
    return head(line, "Connection: close\r\n");
}

std::string ask(const HttpServer& server, const std::string& text) {
    Client client(server.port());
    client.send(text);
    client.sayNoMore();
    return client.untilEnd();
}

std::string statusOf(const std::string& reply) {
    return reply.substr(0, std::string("HTTP/1.1 200").size());
}

}  // namespace

TEST_SUITE_BEGIN("server.http.HttpServer");

TEST_CASE("a reply has its body, and headers that forbid a browser everything else") {
    HttpServer server(settings(), answer);
    const std::string reply = ask(server, closing("GET /"));

    CHECK(statusOf(reply) == "HTTP/1.1 200");
    CHECK(reply.ends_with("\r\n\r\nhello"));
    for (const char* line :
         {"Content-Length: 5\r\n",
          "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n",
          "X-Content-Type-Options: nosniff\r\n", "Cache-Control: no-store\r\n",
          "Referrer-Policy: no-referrer\r\n"}) {
        CAPTURE(line);
        CHECK(reply.find(line) != std::string::npos);
    }
    CHECK(reply.find("Access-Control") == std::string::npos);
}

TEST_CASE("HEAD is answered with the head alone") {
    HttpServer server(settings(), answer);
    const std::string reply = ask(server, closing("HEAD /"));

    CHECK(statusOf(reply) == "HTTP/1.1 200");
    CHECK(reply.find("Content-Length: 5\r\n") != std::string::npos);
    CHECK(reply.ends_with("\r\n\r\n"));
}

TEST_CASE("several requests go over one connection, also sent at once") {
    HttpServer server(settings(), answer);
    Client client(server.port());
    client.send(head("GET /") + head("GET /none"));
    CHECK(client.until("hello").ends_with("hello"));
    CHECK(statusOf(client.until("nothing\"}\n")) == "HTTP/1.1 404");
    client.send(closing("GET /"));
    CHECK(client.untilEnd().ends_with("hello"));
    CHECK(server.counts().requests == 3);
    CHECK(server.counts().connections == 1);
}

TEST_CASE("a link lets one browser in and is renewed") {
    std::vector<std::string> renewed;
    HttpSettings chosen = settings();
    chosen.newLink = [&renewed](const std::string& link) { renewed.push_back(link); };
    HttpServer server(std::move(chosen), answer);
    const std::string link = server.link();
    const std::string get = "GET " + link.substr(link.find("/?")) +
                            " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";

    const std::string first = ask(server, get);
    CHECK(statusOf(first) == "HTTP/1.1 200");
    CHECK(first.find("Set-Cookie: gantry-" + std::to_string(server.port()) + "=" + kKey +
                     "; Path=/; HttpOnly; SameSite=Strict\r\n") != std::string::npos);
    CHECK(statusOf(ask(server, get)) == "HTTP/1.1 401");
    REQUIRE(renewed.size() == 1);
    CHECK(renewed.front() == server.link());
    CHECK(server.link() != link);
}

TEST_CASE("without the key nothing is said but that") {
    HttpServer server(settings(), answer);
    const std::string reply =
        ask(server, "GET /secret HTTP/1.1\r\nHost: localhost\r\nX: <img>\r\n\r\n");

    CHECK(statusOf(reply) == "HTTP/1.1 401");
    CHECK(reply.find("secret") == std::string::npos);
    CHECK(reply.find("img") == std::string::npos);
    CHECK(server.counts().refused == 1);
}

TEST_CASE("what is not a request is refused or cut off, and the next client is served") {
    HttpServer server(settings(), answer);
    for (const std::string& text :
         {std::string("GET /\r\n\r\n"), std::string("\x16\x03\x01 garbage\r\n\r\n"),
          std::string("GET / HTTP/2.0\r\n\r\n"), std::string("GET / HTTP/1.1\nHost: localhost\n\n"),
          std::string("GET / HTTP/1.1\r\nHost localhost\r\n\r\n"),
          std::string("GET / HTTP/1.1\r\nA\x01: b\r\n\r\n"),
          head("GET /", "Content-Length: 5\r\nContent-Length: 6\r\n"),
          head("GET /", "Content-Length: 99999999999999999999\r\n"),
          head("GET /", "Content-Length: -1\r\n")}) {
        CAPTURE(text);
        const std::string status = statusOf(ask(server, text));
        const bool refused = status == "HTTP/1.1 400" || status == "HTTP/1.1 413";
        CHECK(refused);
    }
    CHECK(statusOf(ask(server, head("GET /", "Transfer-Encoding: chunked\r\n") + "5\r\nhello")) ==
          "HTTP/1.1 413");
    CHECK(statusOf(ask(server, closing("GET /"))) == "HTTP/1.1 200");
}

TEST_CASE("a head that is too long is refused") {
    HttpServer server(settings(), answer);
    CHECK(statusOf(ask(server, head("GET /", "X: " + std::string(20000, 'a') + "\r\n"))) ==
          "HTTP/1.1 431");
    CHECK(statusOf(ask(server, closing("GET /" + std::string(9000, 'a')))) == "HTTP/1.1 414");
    std::string many;
    for (int i = 0; i < 70; ++i) {
        many += "X: y\r\n";
    }
    CHECK(statusOf(ask(server, head("GET /", many))) == "HTTP/1.1 431");
}

TEST_CASE("a fault of the handler is a reply, and the server goes on") {
    HttpServer server(settings(), answer);
    const std::string reply = ask(server, closing("GET /broken"));
    CHECK(statusOf(reply) == "HTTP/1.1 500");
    CHECK(reply.ends_with("{\"error\": \"a \\\"fault\\\"\"}\n"));
    CHECK(statusOf(ask(server, closing("GET /"))) == "HTTP/1.1 200");
}

TEST_CASE("who sends a head slowly, or none, loses the connection, while others are served") {
    HttpLimits limits;
    limits.header = 50ms;
    limits.idle = 50ms;
    HttpServer server(settings(limits), answer);
    Client silent(server.port());
    Client slow(server.port());
    slow.send("GET / HT");
    Client idle(server.port());
    idle.send(head("GET /"));

    CHECK(statusOf(ask(server, closing("GET /"))) == "HTTP/1.1 200");
    CHECK(silent.untilEnd().empty());
    CHECK(slow.untilEnd().empty());
    CHECK(idle.untilEnd().ends_with("hello"));
}

TEST_CASE("who does not read a reply loses the connection, while others are served") {
    HttpLimits limits;
    limits.stall = 50ms;
    HttpServer server(settings(limits), answer);
    Client lazy(server.port(), 4096);
    lazy.send(head("GET /large"));
    CHECK(lazy.until("HTTP/1.1 200") == "HTTP/1.1 200");
    CHECK(statusOf(ask(server, closing("GET /"))) == "HTTP/1.1 200");
    // Where there is room for one client, the next is served only after this one was given up.
    HttpLimits one;
    one.stall = 50ms;
    one.connections = 1;
    HttpServer narrow(settings(one), answer);
    Client first(narrow.port(), 4096);
    first.send(head("GET /large"));
    CHECK(statusOf(ask(narrow, closing("GET /"))) == "HTTP/1.1 200");
}

TEST_CASE("more clients than allowed wait until one has gone") {
    HttpLimits limits;
    limits.connections = 2;
    HttpServer server(settings(limits), answer);
    std::vector<Client> there;
    there.emplace_back(server.port());
    there.emplace_back(server.port());
    for (Client& client : there) {
        client.send(head("GET /"));
        CHECK(client.until("hello").ends_with("hello"));
    }
    Client third(server.port());
    third.send(closing("GET /"));
    there.clear();
    CHECK(statusOf(third.untilEnd()) == "HTTP/1.1 200");
}

TEST_CASE("who watches gets the newest event, then each that comes, until the server ends") {
    auto server = std::make_unique<HttpServer>(settings(), answer);
    server->publish("one");
    server->publish("two\nlines");
    Client client(server->port());
    client.send(head("GET /live"));
    const std::string begin = client.until("\r\n\r\n");
    CHECK(begin.find("Content-Type: text/event-stream\r\n") != std::string::npos);
    CHECK(client.until("\n\n") == "data: two\ndata: lines\n\n");
    CHECK(server->watchers() == 1);
    server->publish("three");
    CHECK(client.until("\n\n") == "data: three\n\n");
    server.reset();
    CHECK(client.untilEnd().empty());
}

TEST_CASE("who watches and does not read costs one event, and delays nobody") {
    HttpServer server(settings(), answer);
    Client lazy(server.port(), 4096);
    lazy.send(head("GET /live"));
    lazy.until("\r\n\r\n");
    Client good(server.port());
    good.send(head("GET /live"));
    good.until("\r\n\r\n");
    const std::string large(1 << 20, 'x');
    for (int i = 0; i < 20; ++i) {
        server.publish(std::to_string(i) + large);
        const std::string event = "data: " + std::to_string(i) + large + "\n\n";
        CHECK(good.take(event.size()) == event);
    }
}

TEST_CASE("a port that is taken is an error of the system") {
    HttpServer server(settings(), answer);
    HttpSettings same = settings();
    same.port = server.port();
    try {
        const HttpServer second(same, answer);
        FAIL("two servers at one port");
    } catch (const std::system_error& error) {
        CHECK(error.code() == std::errc::address_in_use);
    }
}

// UndefinedBehaviorSanitizer needs a descriptor to look at an exception.
#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("a process without descriptors serves again when it has some") {
    HttpServer server(settings(), answer);
    rlimit before{};
    getrlimit(RLIMIT_NOFILE, &before);
    Client client(server.port());
    // The descriptor of the other end would be the next one.
    const gantry::base::Descriptor next(::dup(0));
    client.send(head("GET /"));
    client.until("hello");
    rlimit none = before;
    none.rlim_cur = static_cast<rlim_t>(next.number());
    Client waiting(server.port());
    setrlimit(RLIMIT_NOFILE, &none);
    CHECK_THROWS_AS(HttpServer(settings(), answer), std::system_error);
    setrlimit(RLIMIT_NOFILE, &before);
    waiting.send(closing("GET /"));
    CHECK(statusOf(waiting.untilEnd()) == "HTTP/1.1 200");
}
#endif
