#include <server/ControlServer.hpp>

#include <condition_variable>
#include <deque>
#include <fstream>
#include <mutex>
#include <sys/stat.h>
#include <sys/un.h>
#include <vector>

#include "ControlTest.hpp"

TEST_SUITE_BEGIN("server.ControlServer");

using namespace gantry::server;
using namespace std::chrono_literals;

namespace {

/// A server whose requests the test answers.
class Served final {
public:
    explicit Served(ControlLimits limits = {}) : limits_(limits) {}

    [[nodiscard]] RawClient connect() const { return RawClient(path); }
    /// A client that has been greeted.
    [[nodiscard]] RawClient greeted() const {
        RawClient client = connect();
        CHECK(client.line() == greeting);
        return client;
    }
    Request next() {
        std::unique_lock lock(mutex_);
        came_.wait(lock, [this] { return !requests_.empty(); });
        Request request = requests_.front();
        requests_.pop_front();
        return request;
    }
    void answer(const Request& request, const std::string& output) {
        server.answer(request.client, {request.number, output, {}, std::nullopt});
    }
    /// Answers the next request with what it says.
    void echo() {
        const Request request = next();
        answer(request, request.line);
    }
    static std::string echoOf(int number, const std::string& text) {
        return "{\"request\":" + std::to_string(number) + ",\"ok\":true,\"output\":\"" + text +
               "\"}";
    }

    static constexpr const char* greeting =
        "{\"format\":\"gantry-control\",\"version\":1,\"pid\":7,\"script\":\"a.rc\","
        "\"stays\":true}";
    TestFolder folder;
    std::filesystem::path path = folder.path / "private" / "app";

private:
    void receive(Request request) {
        const std::lock_guard lock(mutex_);
        requests_.push_back(std::move(request));
        came_.notify_one();
    }

    ControlLimits limits_;
    std::mutex mutex_;
    std::condition_variable came_;
    std::deque<Request> requests_;
    ControlSocket socket_{path};

public:
    ControlServer server{socket_.descriptor(),
                         {7, "a.rc", true},
                         [this](Request request) { receive(std::move(request)); },
                         limits_};
};

std::string refusalOf(const std::filesystem::path& path) {
    try {
        const ControlSocket socket(path);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "none";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a request is handed on and its reply comes back") {
    Served served;
    RawClient client = served.greeted();

    client.send("chain\n");
    served.echo();

    CHECK(client.line() == Served::echoOf(1, "chain"));
}

TEST_CASE("requests of one client are handed on one after the other, in pieces or together") {
    Served served;
    RawClient client = served.greeted();

    client.send("one\ntw");
    client.send("o\nthree\n");
    for (const std::string text : {"one", "two", "three"}) {
        const Request request = served.next();
        CHECK(request.line == text);
        served.answer(request, text);
    }

    for (int i = 1; i <= 3; ++i) {
        CHECK(contains(client.line(), "\"request\":" + std::to_string(i) + ","));
    }
}

TEST_CASE("a client that has said all it has to say is still answered, and then left") {
    Served served;
    RawClient client = served.greeted();

    client.send("one\ntwo\nhalf");
    client.sayNoMore();
    served.echo();
    served.echo();

    CHECK(client.line() == Served::echoOf(1, "one"));
    CHECK(client.line() == Served::echoOf(2, "two"));
    CHECK(client.line() == "END");
}

TEST_CASE("who says nothing, half a line, or does not read holds nobody up") {
    Served served;
    const RawClient silent = served.greeted();
    const RawClient half = served.greeted();
    half.send("disp");
    const RawClient deaf = served.greeted();
    deaf.send("much\n");
    served.answer(served.next(), std::string(kLongestAnswer, 'x'));

    RawClient client = served.greeted();
    client.send("chain\n");
    served.echo();

    CHECK(client.line() == Served::echoOf(1, "chain"));
}

TEST_CASE("a line that does not end is refused and not kept") {
    Served served;
    RawClient client = served.greeted();

    CHECK_FALSE(client.send(std::string(100U << 20U, 'x')));

    CHECK(client.line() ==
          "{\"request\":1,\"ok\":false,\"output\":\"\",\"error\":\"a request is one line of at "
          "most 65536 bytes\"}");
    CHECK(client.line() == "END");
}

TEST_CASE("a request may be as long as is said, and not one byte longer") {
    Served served;
    RawClient client = served.greeted();
    RawClient other = served.greeted();

    client.send(std::string(kLongestRequest, 'x') + '\n');
    CHECK(served.next().line.size() == kLongestRequest);
    other.send(std::string(kLongestRequest + 1, 'x') + '\n');

    CHECK(contains(other.line(), "\"ok\":false"));
}

TEST_CASE("who was silent for longest makes room for a new client") {
    Served served({2, 0ms});
    RawClient first = served.greeted();
    RawClient second = served.greeted();
    second.send("half a line");

    RawClient third = served.greeted();
    third.send("chain\n");
    served.echo();

    CHECK(first.line() == "END");
    CHECK(third.line() == Served::echoOf(1, "chain"));
}

TEST_CASE("who waits for a reply keeps its place, and who comes waits until there is room") {
    Served served({1, 0ms});
    RawClient first = served.greeted();
    first.send("long\n");
    const Request request = served.next();

    RawClient second = served.connect();
    second.send("chain\n");
    served.answer(request, "done");

    CHECK(first.line() == Served::echoOf(1, "done"));
    CHECK(second.line() == Served::greeting);
    served.echo();
    CHECK(second.line() == Served::echoOf(1, "chain"));
}

TEST_CASE("a hundred clients at once are all answered, four at a time") {
    Served served({4, 1h});
    std::vector<RawClient> clients;
    for (int i = 0; i < 100; ++i) {
        clients.push_back(served.connect());
        clients.back().send("chain\n");
    }

    for (RawClient& client : clients) {
        CHECK(client.line() == Served::greeting);
        served.echo();
        CHECK(client.line() == Served::echoOf(1, "chain"));
        client.sayNoMore();
    }
}

TEST_CASE("a client that is gone is known to be, and its reply is dropped") {
    Served served;
    auto client = std::make_unique<RawClient>(served.path);
    client->send("long\n");
    const Request request = served.next();
    CHECK(served.server.isConnected(request.client));

    client.reset();
    RawClient other = served.greeted();
    other.send("chain\n");
    const Request later = served.next();

    CHECK_FALSE(served.server.isConnected(request.client));
    served.answer(request, "done");
    served.answer(later, "chain");
    CHECK(other.line() == Served::echoOf(1, "chain"));
}

TEST_CASE("what was answered before the end still arrives") {
    auto served = std::make_unique<Served>();
    RawClient client = served->greeted();
    client.send("quit\n");
    served->echo();

    served.reset();

    CHECK(client.line() == Served::echoOf(1, "quit"));
    CHECK(client.line() == "END");
}

TEST_CASE("the socket is for this user alone and gone in the end") {
    TestFolder folder;
    const auto path = folder.path / "made" / "app";
    {
        const ControlSocket socket(path);
        struct stat status {};
        REQUIRE(::stat(path.c_str(), &status) == 0);
        CHECK((status.st_mode & 0777U) == 0600U);
        REQUIRE(::stat(path.parent_path().c_str(), &status) == 0);
        CHECK((status.st_mode & 0777U) == 0700U);
    }

    CHECK_FALSE(std::filesystem::exists(path));
    CHECK(std::filesystem::exists(path.parent_path()));
}

TEST_CASE(
    "a socket is refused where others can enter, where it is not a socket, and where one lives") {
    TestFolder folder;
    const auto open = folder.path / "open";
    std::filesystem::create_directory(open);
    std::filesystem::permissions(open, std::filesystem::perms(0750));
    std::ofstream(folder.path / "file") << "kept";
    const ControlSocket living(folder.path / "living");

    CHECK(contains(refusalOf(open / "app"), "is not private to this user"));
    CHECK(contains(refusalOf(folder.path / "file"), "is not a socket; it was not changed"));
    CHECK(contains(refusalOf(folder.path / "living"), "another program listens at 'living'"));
    CHECK(contains(refusalOf(folder.path / "none" / "deep" / "app"), "cannot be created"));
    CHECK(contains(refusalOf(folder.path / "file" / "app"), "File exists") !=
          contains(refusalOf(folder.path / "file" / "app"), "Not a directory"));
    CHECK(contains(refusalOf(folder.path / ".."), "names no socket"));
    CHECK(contains(refusalOf(folder.path / std::string(200, 'x')), "too long"));
    std::string text;
    std::ifstream(folder.path / "file") >> text;
    CHECK(text == "kept");
    CHECK(std::filesystem::is_socket(folder.path / "living"));
}

TEST_CASE("a socket that a killed program left is replaced, and another's is not removed") {
    TestFolder folder;
    const auto path = folder.path / "app";
    auto first = std::make_unique<ControlSocket>(path);
    std::filesystem::rename(path, folder.path / "aside");
    {
        const ControlSocket second(path);
        first.reset();
        CHECK(std::filesystem::exists(path));
    }
    std::filesystem::rename(folder.path / "aside", path);

    CHECK(refusalOf(path) == "none");
    CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("nobody listens where there is no socket") {
    TestFolder folder;
    std::string message;

    try {
        connectToControl(folder.path / "app");
    } catch (const NobodyListensError& error) {
        message = error.what();
    }

    CHECK(contains(message, "no program listens at"));
}

TEST_CASE("lines of the protocol say what they were made of, and others are refused") {
    CHECK(readGreeting(toLine(Greeting{4711, "a b.rc", true})).pid == 4711);
    const Reply reply = readReply(toLine(Reply{3, "a\n\x1b\xff", "no \"x\"", 5}));
    CHECK(reply.request == 3);
    CHECK(reply.output == "a\n\x1b\uFFFD");
    CHECK(reply.error == "no \"x\"");
    CHECK(reply.end == 5);
    for (const char* line :
         {"", "hello", "[]", "{}", R"({"format":"other","version":1})",
          R"({"format":"gantry-control","version":2,"pid":1,"script":"a","stays":false})",
          R"({"format":"gantry-control","version":1,"pid":"x","script":"a","stays":false})"}) {
        CAPTURE(line);
        CHECK_THROWS_AS(readGreeting(line), std::runtime_error);
    }
    for (const char* line :
         {"", "{}", R"({"request":1,"ok":true})", R"({"request":1,"ok":1,"output":""})"}) {
        CAPTURE(line);
        CHECK_THROWS_AS(readReply(line), std::runtime_error);
    }
    CHECK_FALSE(readReply(R"({"request":1,"ok":false,"output":""})").error.empty());
}

TEST_SUITE_END();
