#include <server/api/LiveDocument.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace gantry::server;
using Value = nlohmann::ordered_json;

namespace {

// What docs/formats/http-api.md says of a change.
Value changed(const Value& value, const Value& change) {
    if (change.contains("set")) {
        return change.at("set");
    }
    if (change.contains("in")) {
        Value object = value;
        for (const auto& [name, part] : change.at("in").items()) {
            object[name] = changed(object.value(name, Value()), part);
        }
        return object;
    }
    Value list = value;
    list.get_ref<Value::array_t&>().resize(change.at("size").get<std::size_t>());
    if (change.contains("at")) {
        for (std::size_t i = 0; i < change.at("at").size(); ++i) {
            list.at(change.at("at").at(i).get<std::size_t>()) = change.at("to").at(i);
        }
    } else {
        for (const Value& part : change.at("each")) {
            const auto place = part.at(0).get<std::size_t>();
            list.at(place) = changed(list.at(place), part.at(1));
        }
    }
    return list;
}

Value documentOf(std::vector<std::int64_t> calls, std::int64_t time = 1) {
    return {{"format", "gantry-page"},
            {"runs",
             {{{"name", "a"},
               {"timeNs", time},
               {"timers", {{"id", {0, 1, 2}}, {"calls", std::move(calls)}}},
               {"views", {{"groups", {{"rows", {{"A", 1}, {"B", 2}}}}}}}}}}};
}

Value change(const LiveDocument& document, std::uint32_t base, LiveParts parts = {}) {
    return Value::parse(document.changeSince(base, parts));
}

// Any document: lists of numbers or texts, lists of lists, objects; now and then others than
// before.
Value randomValue(std::mt19937& random, int depth) {
    const auto kind = static_cast<unsigned>(depth == 0 ? random() % 2 : random() % 6);
    Value value;
    switch (kind) {
        case 0:
            return random() % 5;
        case 1:
            return "t" + std::to_string(random() % 5);
        case 2:
        case 3:
            value = Value::array();
            for (std::size_t i = random() % 8; i > 0; --i) {
                value.push_back(random() % 4);
            }
            return value;
        case 4:
            value = Value::array();
            for (std::size_t i = random() % 4; i > 0; --i) {
                value.push_back(Value::array({random() % 3, randomValue(random, depth - 1)}));
            }
            return value;
        default:
            value = Value::object();
            for (std::size_t i = random() % 4; i > 0; --i) {
                value["m" + std::to_string(random() % 4)] = randomValue(random, depth - 1);
            }
            return value;
    }
}

void mutate(std::mt19937& random, Value& value, int depth) {
    if (value.is_structured() && !value.empty() && random() % 4 != 0) {
        auto place = value.begin();
        std::advance(place, static_cast<std::ptrdiff_t>(random() % value.size()));
        mutate(random, *place, depth - 1);
        return;
    }
    value = randomValue(random, std::max(depth, 0));
}

}  // namespace

TEST_SUITE_BEGIN("server.api.LiveDocument");

TEST_CASE("what did not change costs nothing, and a name is sent once") {
    LiveDocument document;
    document.update(documentOf({1, 2, 3}));
    document.update(documentOf({1, 7, 3}));

    CHECK(document.id() == 2);
    CHECK(document.changeSince(1, {}) ==
          R"({"in":{"runs":{"size":1,"each":[[0,{"in":{"timers":{"in":{"calls":)"
          R"({"size":3,"at":[1],"to":[7]}}}}}]]}}})");
    CHECK(document.changeSince(2, {}) == R"({"in":{}})");
}

TEST_CASE("where most of a column changed, the column is sent") {
    LiveDocument document;
    document.update(documentOf({1, 2, 3}));
    document.update(documentOf({5, 6, 3}));
    const Value calls = change(document, 1)["in"]["runs"]["each"][0][1]["in"]["timers"]["in"];
    CHECK(calls["calls"] == Value{{"set", {5, 6, 3}}});
}

TEST_CASE("parts that a client does not want are in neither the document nor a change") {
    LiveDocument document;
    document.update(documentOf({1, 2, 3}));
    document.update(documentOf({1, 7, 3}, 2));
    const auto timers = static_cast<unsigned>(
        std::find(liveParts().begin(), liveParts().end(), "timers") - liveParts().begin());
    const LiveParts parts{1U << timers};

    const Value whole = Value::parse(document.whole(parts)).at("runs").at(0);
    CHECK_FALSE(whole.contains("timers"));
    CHECK(whole.contains("views"));
    CHECK(change(document, 1, parts)["in"]["runs"]["each"][0][1]["in"] ==
          Value{{"timeNs", {{"set", 2}}}});
}

TEST_CASE("a list that becomes longer or shorter is as it is now") {
    LiveDocument document;
    const Value first{{"runs", {{{"timers", {{"calls", {1, 2, 3}}}}}}}};
    for (const Value& calls : {Value{1, 2, 3, 4, 5, 6, 7}, Value{1, 2}, Value::array(), Value{9},
                               Value{{1, 2}, {3}}, Value("x"), Value{nullptr, 1.5}}) {
        CAPTURE(calls.dump());
        Value next = first;
        next["runs"][0]["timers"]["calls"] = calls;
        LiveDocument followed;
        followed.update(first);
        followed.update(next);
        CHECK(changed(first, change(followed, 1)) == next);
    }
}

TEST_CASE("from any earlier state, the change leads to the newest") {
    const std::uint32_t seed = std::random_device()();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 50; ++round) {
        LiveDocument document;
        std::vector<Value> states{Value{{"runs", {{{"a", randomValue(random, 3)}}}}}};
        document.update(states.front());
        for (int step = 0; step < 20; ++step) {
            Value next = states.back();
            for (std::size_t i = random() % 3; i > 0; --i) {
                mutate(random, next["runs"][0]["a"], 3);
            }
            states.push_back(next);
            document.update(next);
            for (std::size_t base = 0; base < states.size(); ++base) {
                const Value found =
                    changed(states[base], change(document, static_cast<std::uint32_t>(base + 1)));
                REQUIRE(found == next);
            }
        }
        CHECK(Value::parse(document.whole({})) == states.back());
    }
}
