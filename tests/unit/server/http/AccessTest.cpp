#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "Access.hpp"

using namespace gantry::server;

namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

const std::string kAccessKey = "0123456789abcdef0123456789abcdef";

unsigned verdict(const Access& access, const std::string& target, const Fields& fields) {
    const RequestHead head{"GET", target, fields};
    const auto read = readRequest(head, {});
    const auto judged = access.judge(head, std::get<HttpRequest>(read));
    return judged.refusal ? judged.refusal->status : 200;
}

unsigned withKey(const Access& access, Fields fields, const std::string& target = "/api/meta") {
    fields.emplace_back("Authorization", "Bearer " + kAccessKey);
    return verdict(access, target, fields);
}

}  // namespace

TEST_SUITE_BEGIN("server.http.Access");

TEST_CASE("the key is shown as a header or as a cookie, among others") {
    const Access access(kAccessKey, 80);
    const std::pair<std::string, std::string> host{"Host", "127.0.0.1:80"};

    CHECK(withKey(access, {host}) == 200);
    CHECK(verdict(access, "/", {host, {"Cookie", "gantry-80=" + kAccessKey}}) == 200);
    CHECK(verdict(access, "/", {host, {"Cookie", "a=b; gantry-80=" + kAccessKey + "; c=d"}}) ==
          200);
    CHECK(verdict(access, "/", {host}) == 401);
    CHECK(verdict(access, "/", {host, {"Cookie", "gantry-81=" + kAccessKey}}) == 401);
    CHECK(verdict(access, "/", {host, {"Cookie", "gantry-80=" + kAccessKey + "x"}}) == 401);
    CHECK(verdict(access, "/", {host, {"Authorization", "Basic " + kAccessKey}}) == 401);
    CHECK(verdict(access, "/", {host, {"Authorization", "Bearer " + kAccessKey.substr(1)}}) == 401);
    CHECK(verdict(access, "/?token=" + kAccessKey, {host}) == 401);
    CHECK(verdict(access, "/healthz", {host}) == 200);
}

TEST_CASE("a link is good once, for the page alone") {
    Access access(kAccessKey, 8080);
    const Fields host{{"Host", "localhost:8080"}};
    const std::string target = access.link().substr(access.link().find("/?"));

    CHECK(verdict(access, "/api/meta" + target.substr(1), host) == 401);
    CHECK(verdict(access, target, host) == 200);
    access.renewLink();
    CHECK(verdict(access, target, host) == 401);
    CHECK(access.link().find(kAccessKey) == std::string::npos);
    CHECK(access.cookie() == "gantry-8080=" + kAccessKey + "; Path=/; HttpOnly; SameSite=Strict");
}

TEST_CASE("a name that only points here is refused, even with the key") {
    const Access access(kAccessKey, 80);
    for (const char* host : {"127.0.0.1", "localhost:1234", "[::1]:80", "[::1]"}) {
        CAPTURE(host);
        CHECK(withKey(access, {{"Host", host}}) == 200);
    }
    for (const char* host : {"evil.example", "127.0.0.1.evil.example", "localhost.evil:80", "",
                             "127.0.0.1:80:80", "127.0.0.1:", "localhost:8a", "0.0.0.0"}) {
        CAPTURE(host);
        CHECK(withKey(access, {{"Host", host}}) == 421);
    }
    CHECK(withKey(access, {}) == 421);
}

TEST_CASE("pages of other origins are refused, even with the key") {
    const Access access(kAccessKey, 80);
    const std::pair<std::string, std::string> host{"Host", "localhost:80"};

    CHECK(withKey(access, {host, {"Origin", "http://localhost:80"}}) == 200);
    for (const char* origin : {"http://localhost:81", "https://localhost:80", "null",
                               "http://evil.example", "http://localhost"}) {
        CAPTURE(origin);
        CHECK(withKey(access, {host, {"Origin", origin}}) == 403);
    }
    CHECK(withKey(access, {host, {"Sec-Fetch-Site", "same-origin"}}) == 200);
    CHECK(withKey(access, {host, {"Sec-Fetch-Site", "none"}}) == 200);
    CHECK(withKey(access, {host, {"Sec-Fetch-Site", "cross-site"}}) == 403);
    CHECK(withKey(access, {host, {"Sec-Fetch-Site", "same-site"}}, "/") == 403);
    const Fields opened{host, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "navigate"}};
    CHECK(withKey(access, opened, "/") == 200);
    CHECK(withKey(access, opened, "/api/page") == 403);
}

TEST_CASE("a key that could be guessed is refused") {
    CHECK_THROWS_AS(Access("", 80), std::invalid_argument);
    CHECK_THROWS_AS(Access("short", 80), std::invalid_argument);
    CHECK_THROWS_AS(Access(std::string(40, '\n'), 80), std::invalid_argument);
    CHECK(equalInConstantTime("abc", "abc"));
    CHECK_FALSE(equalInConstantTime("abc", "abd"));
    CHECK_FALSE(equalInConstantTime("abc", "ab"));
    CHECK(equalInConstantTime("", ""));
}
