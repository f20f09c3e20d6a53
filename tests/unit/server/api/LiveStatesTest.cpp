#include <server/api/LiveStates.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace gantry::server;
using namespace std::chrono_literals;
using Json = nlohmann::json;
using Time = std::chrono::steady_clock::time_point;

namespace {

gantry::perf::Json documentOf(int calls) {
    return {{"runs", {{{"timers", {{"calls", {calls, 1, 1}}}}, {"paths", Json::array()}}}}};
}

class Watched final {
public:
    explicit Watched(LiveControl control = {})
        : states(std::make_shared<LiveStates>("abcd", std::move(control))) {
        update(1);
    }

    void update(int calls, LiveProgram program = LiveProgram::Runs, bool last = false) const {
        states->update(documentOf(calls), {calls * 1000L, program, last});
    }
    [[nodiscard]] std::shared_ptr<HttpChannel> open() const {
        return states->open({"/api/live", {}, true}, false);
    }

    std::shared_ptr<LiveStates> states;
};

// Null where there is nothing to send.
Json next(HttpChannel& channel, Time now = {}) {
    const HttpChannel::Next next = channel.next(now);
    return next.text ? Json::parse(*next.text) : Json();
}

Json subscribed(HttpChannel& channel, const Json& more = Json::object()) {
    Json message{{"type", "subscribe"}, {"rate", 10}};
    message.update(more);
    Json hello = next(channel);
    channel.receive(message.dump());
    return hello;
}

}  // namespace

TEST_SUITE_BEGIN("server.api.LiveStates");

TEST_CASE("a client is greeted, and gets the whole document, then changes") {
    const Watched watched;
    const auto channel = watched.open();
    const Json hello = next(*channel);
    CHECK(hello == Json{{"type", "hello"},
                        {"format", "gantry-live"},
                        {"version", 1},
                        {"stream", "abcd"},
                        {"id", 1},
                        {"program", "runs"},
                        {"control", false}});
    CHECK(next(*channel).is_null());
    channel->receive(R"({"type":"subscribe","rate":10})");
    const Json first = next(*channel);
    CHECK(first.at("type") == "state");
    CHECK(first.at("base").is_null());
    CHECK(first.at("document") == Json(documentOf(1)));
    CHECK(next(*channel).is_null());
    watched.update(2);
    const Json second = next(*channel, Time(1s));
    CHECK(second.at("id") == 2);
    CHECK(second.at("base") == 1);
    CHECK(second.at("timeNs") == 2000);
    CHECK_FALSE(second.contains("document"));
}

TEST_CASE("states come as often as was asked for, and only the newest") {
    const Watched watched;
    const auto channel = watched.open();
    subscribed(*channel);
    CHECK(next(*channel, Time(10s)).at("id") == 1);
    watched.update(2);
    const HttpChannel::Next early = channel->next(Time(10s + 1ms));
    CHECK_FALSE(early.text);
    REQUIRE(early.again);
    CHECK(*early.again <= Time(10s + 100ms));
    watched.update(3);
    const Json later = next(*channel, *early.again);
    CHECK(later.at("id") == 3);
    CHECK(later.at("base") == 1);
}

TEST_CASE("who acknowledges gets the next state only then") {
    const Watched watched;
    const auto channel = watched.open();
    subscribed(*channel, {{"acknowledge", true}});
    CHECK(next(*channel).at("id") == 1);
    watched.update(2);
    watched.update(3);
    CHECK(next(*channel, Time(1h)).is_null());
    channel->receive(R"({"type":"have","id":1})");
    CHECK(next(*channel, Time(1h)).at("id") == 3);
}

TEST_CASE("who asks for other parts while a state is on its way gets them all the same") {
    const Watched watched;
    const auto channel = watched.open();
    subscribed(*channel, {{"acknowledge", true}});
    CHECK(next(*channel).at("id") == 1);
    subscribed(*channel, {{"acknowledge", true}, {"parts", {"timers"}}});
    channel->receive(R"({"type":"have","id":1})");
    watched.update(2);

    const Json state = next(*channel, Time(1h));

    CHECK(state.at("id") == 2);
    CHECK(state.at("base").is_null());
}

TEST_CASE("who was away goes on from the state that it has, of the same stream") {
    const Watched watched;
    watched.update(2);
    watched.update(3);
    const auto back = watched.open();
    subscribed(*back, {{"stream", "abcd"}, {"since", 2}});
    CHECK(next(*back).at("base") == 2);
    const auto current = watched.open();
    subscribed(*current, {{"stream", "abcd"}, {"since", 3}});
    CHECK(next(*current).is_null());
    for (const Json& other : {Json{{"stream", "efgh"}, {"since", 2}},
                              Json{{"stream", "abcd"}, {"since", 99}}, Json{{"since", 2}}}) {
        const auto elsewhere = watched.open();
        subscribed(*elsewhere, other);
        CHECK(next(*elsewhere).at("base").is_null());
    }
}

TEST_CASE("another rate leaves the client its state, other parts begin anew") {
    const Watched watched;
    const auto channel = watched.open();
    subscribed(*channel);
    next(*channel);
    watched.update(2);
    channel->receive(R"({"type":"subscribe","rate":50})");
    CHECK(next(*channel, Time(1h)).at("base") == 1);
    channel->receive(R"({"type":"subscribe","rate":50,"parts":["paths"]})");
    const Json whole = next(*channel, Time(2h));
    CHECK(whole.at("base").is_null());
    CHECK_FALSE(whole.at("document").at("runs").at(0).contains("timers"));
}

TEST_CASE("equal clients share one text") {
    const Watched watched;
    const auto one = watched.open();
    const auto two = watched.open();
    subscribed(*one);
    subscribed(*two);
    CHECK(one->next({}).text == two->next({}).text);
}

TEST_CASE("the fastest client says how often the program is read; without one it is not") {
    const Watched watched;
    CHECK(watched.states->fastestRate() == 0);
    auto slow = watched.open();
    CHECK(watched.states->watchers() == 0);
    subscribed(*slow, {{"rate", 0.5}});
    auto fast = watched.open();
    subscribed(*fast, {{"rate", 20}});
    CHECK(watched.states->watchers() == 2);
    CHECK(watched.states->fastestRate() == 20);
    fast.reset();
    CHECK(watched.states->fastestRate() == 0.5);
}

TEST_CASE("lines need no request, and end with the last state") {
    const Watched watched;
    const auto channel = watched.states->open(
        {"/api/live.ndjson", {{"rate", "20"}, {"parts", "timers,views"}}}, true);
    const HttpChannel::Next hello = channel->next({});
    REQUIRE(hello.text);
    CHECK(hello.text->ends_with("}\n"));
    CHECK_FALSE(next(*channel).at("document").at("runs").at(0).contains("paths"));
    watched.update(2, LiveProgram::Ended, true);
    const HttpChannel::Next last = channel->next(Time(1h));
    REQUIRE(last.text);
    CHECK(Json::parse(*last.text).at("program") == "ended");
    CHECK(last.ends);
}

TEST_CASE("a query of lines that is wrong is refused") {
    const Watched watched;
    using Query = std::vector<std::pair<std::string, std::string>>;
    for (const Query& query :
         {Query{{"rate", "0"}}, Query{{"rate", "51"}}, Query{{"rate", "x"}}, Query{{"rate", "nan"}},
          Query{{"parts", "timers,"}, {"rate", "-1"}}, Query{{"parts", "none"}},
          Query{{"since", "x"}}, Query{{"since", "-1"}},
          Query{{"since", "99999999999999999999999"}}}) {
        CAPTURE(query.front().second);
        CHECK_THROWS_AS((void)watched.states->open({"/api/live.ndjson", query}, true),
                        std::invalid_argument);
    }
    CHECK(watched.states->fastestRate() == 0);
}

TEST_CASE("what is not a message is answered with what is wrong, and the client is let go") {
    const Watched watched;
    std::string deep;
    for (int i = 0; i < 5000; ++i) {
        deep += "[";
    }
    for (const std::string& message :
         {std::string("x"), std::string("[]"), std::string("{"), std::string("1"), deep,
          "{\"a\":" + deep, std::string(R"({"type":1})"), std::string("\0", 1),
          std::string(R"({"type":"subscribe","rate":"x"})"),
          std::string(R"({"type":"subscribe","rate":0})"),
          std::string(R"({"type":"subscribe","rate":1e99})"),
          std::string(R"({"type":"subscribe","parts":["all"]})"),
          std::string(R"({"type":"subscribe","parts":[1]})"),
          std::string(R"({"type":"subscribe","acknowledge":"yes"})"),
          std::string(R"({"type":"have","id":"x"})"),
          std::string(R"({"type":"control","request":1})"),
          std::string("{\"type\":\"control\",\"request\":1,\"command\":\"a\\nb\"}")}) {
        CAPTURE(message);
        const auto channel = watched.open();
        next(*channel);
        channel->receive(message);
        const HttpChannel::Next answer = channel->next({});
        REQUIRE(answer.text);
        CHECK(answer.ends);
        const Json read = Json::parse(*answer.text);
        CHECK(read.at("type") == "error");
        CHECK(read.at("error").get<std::string>().size() > 10);
    }
}

TEST_CASE("messages and members that nobody knows are skipped") {
    const Watched watched;
    const auto channel = watched.open();
    next(*channel);
    channel->receive(R"({"type":"of a later version","a":{"b":[1]}})");
    channel->receive(R"({"type":"have","id":7})");
    CHECK(next(*channel).is_null());
    channel->receive(R"({"type":"subscribe","also":"this"})");
    CHECK(next(*channel).at("id") == 1);
}

TEST_CASE("without leave no command is carried out") {
    const Watched watched;
    const auto channel = watched.open();
    next(*channel);
    channel->receive(R"({"type":"control","request":3,"command":"chain"})");
    const Json reply = next(*channel);
    CHECK(reply.at("type") == "reply");
    CHECK(reply.at("request") == 3);
    CHECK(reply.at("ok") == false);
    CHECK(reply.at("error").get<std::string>().find("not permitted") != std::string::npos);
}

TEST_CASE("a command is carried out, and its reply finds its client, also after that has gone") {
    std::vector<std::function<void(LiveReply)>> waiting;
    const Watched watched(
        [&waiting](const std::string& command, std::function<void(LiveReply)> done) {
            if (command == "wait") {
                waiting.push_back(std::move(done));
            } else {
                done({"said " + command, command == "fail" ? "it did \"not\"" : ""});
            }
        });
    auto channel = watched.open();
    CHECK(next(*channel).at("control") == true);
    channel->receive(R"({"type":"control","request":1,"command":"chain"})");
    channel->receive(R"({"type":"control","request":2,"command":"wait"})");
    channel->receive(R"({"type":"control","request":3,"command":"fail"})");
    CHECK(next(*channel) == Json{{"type", "reply"},
                                 {"request", 1},
                                 {"ok", true},
                                 {"output", "said chain"},
                                 {"error", ""}});
    CHECK(next(*channel).at("error") == "it did \"not\"");
    CHECK(next(*channel).is_null());
    waiting.at(0)({"late", ""});
    CHECK(next(*channel).at("request") == 2);
    channel->receive(R"({"type":"control","request":4,"command":"wait"})");
    channel.reset();
    waiting.at(1)({"too late", ""});
}

TEST_CASE("a client that asks without end has to wait for its replies") {
    const Watched watched([](const std::string&, const std::function<void(LiveReply)>&) {});
    const auto channel = watched.open();
    next(*channel);
    for (int i = 0; i < 64; ++i) {
        channel->receive(R"({"type":"control","request":1,"command":"x"})");
        REQUIRE(next(*channel).is_null());
    }
    channel->receive(R"({"type":"control","request":1,"command":"x"})");
    CHECK(next(*channel).at("type") == "error");
}
