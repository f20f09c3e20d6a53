#include <base/files/Descriptor.hpp>
#include <server/http/HttpServer.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include "TestClient.hpp"
#include "TestServer.hpp"

using namespace gantry::server;
using namespace gantry::server::test;
using namespace std::chrono_literals;

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

TEST_CASE("one more client than allowed takes the place of a stranger, then of the longest idle") {
    HttpLimits limits;
    limits.connections = 3;
    HttpServer server(settings(limits), answer);
    Client first(server.port());
    Client second(server.port());
    for (Client* client : {&first, &second}) {
        client->send(head("GET /"));
        CHECK(client->until("hello").ends_with("hello"));
    }
    Client stranger(server.port());
    Client third(server.port());
    third.send(head("GET /"));
    CHECK(third.until("hello").ends_with("hello"));
    CHECK(stranger.untilEnd().empty());
    Client fourth(server.port());
    fourth.send(closing("GET /"));
    CHECK(statusOf(fourth.untilEnd()) == "HTTP/1.1 200");
    CHECK(first.untilEnd().empty());
    second.send(closing("GET /"));
    CHECK(statusOf(second.untilEnd()) == "HTTP/1.1 200");
}

TEST_CASE("a thousand who say nothing do not keep one out who has something to say") {
    HttpLimits limits;
    limits.connections = 64;
    HttpServer server(settings(limits), answer);
    std::vector<std::unique_ptr<Client>> silent;
    for (int i = 0; i < 900; ++i) {
        silent.push_back(std::make_unique<Client>(server.port()));
    }
    CHECK(statusOf(ask(server, closing("GET /"))) == "HTTP/1.1 200");
}

TEST_CASE("who guesses the key waits for each answer, and nobody else does") {
    HttpLimits limits;
    limits.guess = 100ms;
    HttpServer server(settings(limits), answer);
    std::string wrong = head("GET /");
    wrong.replace(wrong.find(kKey), 4, "ffff");
    const auto begin = std::chrono::steady_clock::now();
    Client guesser(server.port());
    guesser.send(wrong + wrong);
    CHECK(statusOf(ask(server, closing("GET /"))) == "HTTP/1.1 200");
    guesser.sayNoMore();
    const std::string answers = guesser.untilEnd();
    CHECK(std::chrono::steady_clock::now() - begin >= 100ms);
    CHECK(statusOf(answers) == "HTTP/1.1 401");
    // The second guess is not even read.
    CHECK(answers.find("HTTP/1.1", 8) == std::string::npos);
    CHECK(server.counts().refused == 1);
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
