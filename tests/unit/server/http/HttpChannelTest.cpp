#include <base/files/Descriptor.hpp>
#include <server/http/HttpServer.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "TestClient.hpp"
#include "TestServer.hpp"

using namespace gantry::server;
using namespace gantry::server::test;
using namespace std::chrono_literals;

TEST_SUITE_BEGIN("server.http.HttpChannel");

TEST_CASE("who is busy keeps its place, and the next client waits until one is done") {
    HttpLimits limits;
    limits.connections = 1;
    HttpServer server(settings(limits), answer);
    auto watching = std::make_unique<Client>(server.port());
    watching->send(head("GET /live"));
    watching->until("\r\n\r\n");
    Client next(server.port());
    next.send(closing("GET /"));
    board().publish("still here ");
    server.wake();
    CHECK(watching->until("still here ").ends_with("still here "));
    watching.reset();
    CHECK(statusOf(next.untilEnd()) == "HTTP/1.1 200");
}

TEST_CASE("a body without an end has the newest text first, then each that comes") {
    auto server = std::make_unique<HttpServer>(settings(), answer);
    board().publish("one");
    board().publish("two\n");
    Client client(server->port());
    client.send(head("GET /live"));
    const std::string begin = client.until("\r\n\r\n");
    CHECK(begin.find("Content-Type: text/plain\r\n") != std::string::npos);
    CHECK(begin.find("Content-Length") == std::string::npos);
    CHECK(client.until("\n") == "two\n");
    board().publish("three\n");
    server->wake();
    CHECK(client.until("\n") == "three\n");
    server.reset();
    CHECK(client.untilEnd().empty());
}

TEST_CASE("who watches and does not read costs one text, and delays nobody") {
    HttpServer server(settings(), answer);
    Client lazy(server.port(), 4096);
    lazy.send(upgrade("/live"));
    lazy.until("\r\n\r\n");
    Client good(server.port());
    good.send(upgrade("/live"));
    good.until("\r\n\r\n");
    const std::string large(1 << 20, 'x');
    for (int i = 0; i < 20; ++i) {
        const std::string text = std::to_string(i) + large;
        board().publish(text);
        server.wake();
        auto got = good.frame();
        // What was published by a case before may come first.
        while (got && got->text.size() < large.size()) {
            got = good.frame();
        }
        REQUIRE(got);
        CHECK(got->text == text);
    }
}

TEST_CASE("a WebSocket gets an answer to what it says, and a pong to a ping") {
    HttpServer server(settings(), answer);
    Client client(server.port());
    client.send(upgrade("/live"));
    const std::string reply = client.until("\r\n\r\n");
    CHECK(statusOf(reply) == "HTTP/1.1 101");
    // Of RFC 6455, section 1.3.
    CHECK(reply.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") != std::string::npos);
    client.sendFrame(9, "there?");
    client.sendFrame(1, "hello");
    bool ponged = false;
    bool heard = false;
    while (!ponged || !heard) {
        const auto frame = client.frame();
        REQUIRE(frame);
        ponged = ponged || (frame->kind == 10 && frame->text == "there?");
        heard = heard || (frame->kind == 1 && frame->text == "heard hello");
    }
    client.sendFrame(1, "end");
    CHECK(client.untilEnd().find("heard end") != std::string::npos);
}

TEST_CASE("a WebSocket is not opened without the key, from another origin, or by a wrong head") {
    HttpServer server(settings(), answer);
    const std::string good = upgrade("/live");
    CHECK(statusOf(ask(server, upgrade("/live", "Origin: http://evil.example\r\n"))) ==
          "HTTP/1.1 403");
    CHECK(statusOf(ask(server, upgrade("/live", "Origin: null\r\n"))) == "HTTP/1.1 403");
    CHECK(statusOf(ask(server, upgrade("/live", "Sec-Fetch-Site: cross-site\r\n"))) ==
          "HTTP/1.1 403");
    std::string other = good;
    other.replace(other.find("localhost"), 9, "rebound.example");
    CHECK(statusOf(ask(server, other)) == "HTTP/1.1 421");
    std::string wrong = good;
    wrong.replace(wrong.find(kKey), 4, "ffff");
    CHECK(statusOf(ask(server, wrong)) == "HTTP/1.1 401");
    std::string old = good;
    old.replace(old.find("Version: 13"), 11, "Version: 12");
    CHECK(statusOf(ask(server, old)) != "HTTP/1.1 101");
    CHECK(statusOf(ask(server, good + "GET / HTTP/1.1\r\n")) == "HTTP/1.1 400");
    // Nothing is there to be opened.
    CHECK(statusOf(ask(server, upgrade("/", "Connection: close\r\n"))) == "HTTP/1.1 200");
    CHECK(statusOf(ask(server, upgrade("/live", "Origin: http://localhost\r\n"))) ==
          "HTTP/1.1 101");
}

TEST_CASE("a client that breaks the rules of WebSockets is cut off, and others are served") {
    HttpLimits limits;
    limits.message = 1000;
    HttpServer server(settings(limits), answer);
    const auto opened = [&server] {
        auto client = std::make_unique<Client>(server.port());
        client->send(upgrade("/live"));
        client->until("\r\n\r\n");
        return client;
    };
    const auto unmasked = opened();
    unmasked->sendFrame(1, "hello", false);
    unmasked->untilEnd();
    const auto large = opened();
    large->sendFrame(1, std::string(1001, 'x'));
    large->untilEnd();
    const auto broken = opened();
    broken->sendFrame(1, "\xff\xfe");
    broken->untilEnd();
    const auto unknown = opened();
    unknown->sendFrame(7, "x");
    unknown->untilEnd();
    const auto thrown = opened();
    thrown->sendFrame(1, "throw");
    thrown->untilEnd();
    const auto gone = opened();
    gone->sendFrame(8, "");
    gone->untilEnd();
    CHECK(statusOf(ask(server, closing("GET /"))) == "HTTP/1.1 200");
}

TEST_CASE("who shows no sign of life loses its WebSocket") {
    HttpLimits limits;
    limits.stall = 100ms;
    HttpServer server(settings(limits), answer);
    Client client(server.port());
    client.send(upgrade("/live"));
    client.until("\r\n\r\n");
    client.untilEnd();
    CHECK(statusOf(ask(server, closing("GET /"))) == "HTTP/1.1 200");
}

TEST_CASE("a Unix socket is served like a port") {
    const gantry::base::Descriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    const std::string name = "server.http.test." + std::to_string(::getpid());
    name.copy(place.sun_path + 1, sizeof place.sun_path - 2);
    const auto size = static_cast<socklen_t>(sizeof place.sun_family + 1 + name.size());
    REQUIRE(::bind(listening.number(), reinterpret_cast<sockaddr*>(&place), size) == 0);
    REQUIRE(::listen(listening.number(), 5) == 0);
    HttpSettings chosen = settings();
    chosen.listening = listening.number();
    chosen.port = 8080;
    HttpServer server(std::move(chosen), answer);
    CHECK(server.link().starts_with("http://127.0.0.1:8080/?token="));
    const auto connected = [&] {
        gantry::base::Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        REQUIRE(::connect(socket.number(), reinterpret_cast<sockaddr*>(&place), size) == 0);
        return Client(std::move(socket));
    };
    Client client = connected();
    client.send(closing("GET /"));
    CHECK(client.untilEnd().ends_with("hello"));
    Client stranger = connected();
    stranger.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(statusOf(stranger.untilEnd()) == "HTTP/1.1 401");
}
