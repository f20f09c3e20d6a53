#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "RequestRules.hpp"

using namespace gantry::server;

namespace {

RequestHead get(const std::string& target) {
    return {"GET", target, {{"Host", "localhost"}}};
}

unsigned statusOf(const RequestHead& head, const HttpLimits& limits = {}) {
    const auto read = readRequest(head, limits);
    const auto* refusal = std::get_if<Refusal>(&read);
    return refusal == nullptr ? 200 : refusal->status;
}

unsigned statusOfTarget(const std::string& target) {
    return statusOf(get(target));
}

}  // namespace

TEST_SUITE_BEGIN("server.http.RequestRules");

TEST_CASE("path and query are taken apart, and values are decoded") {
    const auto read = readRequest(get("/api/calls?rows=0,4-7&name=a%20b+c&empty=&flag"), {});
    const auto& request = std::get<HttpRequest>(read);

    CHECK(request.path == "/api/calls");
    CHECK(request.value("rows") == "0,4-7");
    CHECK(request.value("name") == "a b c");
    CHECK(request.value("empty") == "");
    CHECK(request.value("flag") == "");
    CHECK_FALSE(request.value("none"));
}

TEST_CASE("a path that is not plain is not there, however it is written") {
    for (const char* target :
         {"*", "http://localhost/", "//etc/passwd%00", "/%2e%2e/etc/passwd", "/..%2f", "/a\\b",
          "/%252e%252e/", "/\xc0\xaf", "/a b", "/;x", "/~root", "", "example.com:80", "/%00"}) {
        CAPTURE(target);
        CHECK(statusOfTarget(target) == 404);
    }
}

TEST_CASE("a query that does not decode is wrong") {
    for (const char* target : {"/?a=%", "/?a=%1", "/?a=%zz", "/?a=%00", "/?%0d%0a=1", "/?a=\x01"}) {
        CAPTURE(target);
        CHECK(statusOfTarget(target) == 400);
    }
    std::string many = "/?";
    for (int i = 0; i < 65; ++i) {
        many += "a=1&";
    }
    CHECK(statusOfTarget(many) == 400);
}

TEST_CASE("only GET and HEAD are served") {
    RequestHead head = get("/");
    for (const char* method :
         {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X"}) {
        CAPTURE(method);
        head.method = method;
        CHECK(statusOf(head) == 405);
    }
    head.method = "HEAD";
    CHECK(statusOf(head) == 200);
}

TEST_CASE("a request with a body, or that may have one, is refused") {
    using Fields = std::vector<std::pair<std::string, std::string>>;
    for (const Fields& fields :
         {Fields{{"Content-Length", "5"}}, Fields{{"content-length", "0"}, {"Content-Length", "0"}},
          Fields{{"Transfer-Encoding", "chunked"}}, Fields{{"CONTENT-LENGTH", "-1"}},
          Fields{{"Content-Length", "0"}, {"Transfer-Encoding", "identity"}}}) {
        RequestHead head = get("/");
        head.fields.insert(head.fields.end(), fields.begin(), fields.end());
        CHECK(statusOf(head) == 413);
    }
    RequestHead head = get("/");
    head.fields.emplace_back("Content-Length", "0");
    CHECK(statusOf(head) == 200);
}

TEST_CASE("headers that decide may be there once") {
    for (const char* name : {"Host", "Origin", "Authorization", "Cookie", "Sec-Fetch-Site"}) {
        CAPTURE(name);
        RequestHead head = get("/");
        head.fields.emplace_back(name, "a");
        head.fields.emplace_back(name, "b");
        CHECK(statusOf(head) == 400);
    }
}

TEST_CASE("sizes are limited") {
    CHECK(statusOfTarget("/" + std::string(9000, 'a')) == 414);
    RequestHead head = get("/");
    for (int i = 0; i < 64; ++i) {
        head.fields.emplace_back("X-" + std::to_string(i), "");
    }
    CHECK(statusOf(head) == 431);
}

TEST_CASE(
    "of 1,440 addresses that climb out of a folder none is more than a name that nobody has") {
    std::size_t count = 0;
    for (const char* head : {"/", "/api/", "/viewer/", "//", "/./"}) {
        for (const char* up : {"../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%252f", "..\\", "..%5c",
                               "....//", "..;/", "%c0%ae%c0%ae/", "..%00/", "/..//"}) {
            for (std::size_t depth = 1; depth <= 6; ++depth) {
                for (const char* file : {"etc/passwd", "key", "proc/self/environ", "run.gantry"}) {
                    std::string target = head;
                    for (std::size_t i = 0; i < depth; ++i) {
                        target += up;
                    }
                    target += file;
                    CAPTURE(target);
                    ++count;
                    const auto read = readRequest(get(target), {});
                    if (const auto* refusal = std::get_if<Refusal>(&read)) {
                        CHECK(refusal->status == 404);
                        continue;
                    }
                    // Compared as it is with what is served, none of which has two points.
                    CHECK(std::get<HttpRequest>(read).path == target);
                    CHECK(target.find("..") != std::string::npos);
                }
            }
        }
    }
    CHECK(count == 1440);
}
