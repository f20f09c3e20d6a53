#include <perf/document/JsonProfile.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// A small document with everything in it, one member per case to spoil.
std::string goodDocument() {
    return R"({"format":"gantry-profile","version":2,"created":"2026-01-31T12:00:00Z","timeNs":10,
"machine":{"host":"h","cpuModel":"c","cores":2,"os":"o","clockSource":"tsc"},
"metrics":[{"name":"wall","unit":"ns","source":"s"}],
"assembly":{"instances":[{"name":"d","class":"D"}],"connections":[]},
"context":[{"key":"k","value":"v"}],
"timers":[{"id":0,"name":"main","type":"","group":"g","kind":"timer"},
{"id":1,"name":"main [ n = 1 ]","type":"","group":"g","kind":"parameter","base":0}],
"threads":[{"id":0,"name":"t","ended":false,"cpuNs":1,"nodes":[
{"timer":0,"parent":-1,"calls":1,"childCalls":0,"inclusive":[10],"running":true}]}],
"events":[{"name":"e","path":"","count":1,"min":1.5,"max":1.5,"mean":1.5,"sumSquares":2.25,"m2":0,
"quantiles":{"relativeError":0.01,"zeros":0,"collapsed":0,"positive":[[35818,1],[35819,2]],"negative":[]}}],
"probeOverhead":{"pair":[20],"inside":[8.5]},
"misuse":[{"kind":"overlap","name":"a","other":"b","count":1,"thread":0}]})";
}

struct BadCase {
    const char* title;
    const char* from;
    const char* to;
    const char* message;
};

const BadCase kBadCases[] = {
    {"another format", "gantry-profile", "flamegraph",
     "profile: format: this is not a Gantry profile, whose format is \"gantry-profile\""},
    {"no format", "\"format\":\"gantry-profile\",", "", "profile: the member 'format' is missing"},
    {"a newer version", "\"version\":2", "\"version\":3",
     "profile: version: the profile has version 3, this program reads up to 2; use a newer Gantry"},
    {"version zero", "\"version\":2", "\"version\":0",
     "profile: version: expected a whole number between 1 and 2147483647, found 0"},
    {"a text as version", "\"version\":2", "\"version\":\"1\"",
     "profile: version: expected a whole number between 1 and 2147483647, found \"1\""},
    {"no timers", "\"timers\":[", "\"clocks\":[", "profile: the member 'timers' is missing"},
    {"no metric", R"([{"name":"wall","unit":"ns","source":"s"}])", "[]",
     "profile: metrics: expected 1 to 16 metrics, found 0"},
    {"a metric without unit", "\"unit\":\"ns\",", "",
     "profile: metrics[0]: the member 'unit' is missing"},
    {"timers out of order", "\"id\":1,\"name\":\"main [", "\"id\":7,\"name\":\"main [",
     "profile: timers[1].id: expected a whole number between 1 and 1, found 7"},
    {"an unknown kind of timer", "\"kind\":\"timer\"", "\"kind\":\"watch\"",
     "profile: timers[0].kind: expected timer, phase or parameter, found 'watch'"},
    {"a parameter without its timer", ",\"base\":0", "",
     "profile: timers[1]: a parameter, and nothing else, must have a timer as its 'base'"},
    {"a parameter of itself", "\"base\":0", "\"base\":1",
     "profile: timers[1]: a parameter, and nothing else, must have a timer as its 'base'"},
    {"a parameter of no timer", "\"base\":0", "\"base\":2",
     "profile: timers[1].base: expected a whole number between 0 and 1, found 2"},
    {"a node of no timer", "\"timer\":0", "\"timer\":2",
     "profile: threads[0].nodes[0].timer: expected a whole number between 0 and 1, found 2"},
    {"a node above itself", "\"parent\":-1", "\"parent\":0",
     "profile: threads[0].nodes[0].parent: expected a whole number between -1 and -1, found 0"},
    {"negative calls", "\"calls\":1", "\"calls\":-1",
     "profile: threads[0].nodes[0].calls: expected a whole number that is not negative, found -1"},
    {"a fraction of a call", "\"calls\":1", "\"calls\":1.5",
     "profile: threads[0].nodes[0].calls: expected a whole number that is not negative, found 1.5"},
    {"too many values", "\"inclusive\":[10]", "\"inclusive\":[10,11]",
     "profile: threads[0].nodes[0].inclusive: expected one value for each of the 1 metrics, found "
     "2"},
    {"a value too large", "\"inclusive\":[10]", "\"inclusive\":[9223372036854775808]",
     "profile: threads[0].nodes[0].inclusive[0]: expected a whole number between "
     "0 and 72057594037927936, found 9223372036854775808"},
    {"a negative value", "\"inclusive\":[10]", "\"inclusive\":[-10]",
     "profile: threads[0].nodes[0].inclusive[0]: expected a whole number between "
     "0 and 72057594037927936, found -10"},
    {"costs of too many metrics", "\"pair\":[20]", "\"pair\":[20,1]",
     "profile: probeOverhead.pair: expected one cost for each of the 1 metrics, found 2"},
    {"a negative cost", "[8.5]", "[-8.5]",
     "profile: probeOverhead.inside[0]: a cost is a number from 0 to 2^56"},
    {"no inner cost", ",\"inside\":[8.5]", "",
     "profile: probeOverhead: the member 'inside' is missing"},
    {"quantiles of another width", "\"relativeError\":0.01", "\"relativeError\":0.02",
     "profile: events[0].quantiles.relativeError: this program reads quantiles to 0.01; use a "
     "newer "
     "Gantry"},
    {"buckets out of order", "[35819,2]", "[35818,2]",
     "profile: events[0].quantiles.positive[1][0]: expected a whole number between 35819 and "
     "71642, "
     "found 35818"},
    {"a bucket beyond all numbers", "[35819,2]", "[71643,2]",
     "profile: events[0].quantiles.positive[1][0]: expected a whole number between 35819 and "
     "71642, "
     "found 71643"},
    {"an empty bucket", "[35819,2]", "[35819,0]",
     "profile: events[0].quantiles.positive[1][1]: expected a whole number between 1 and "
     "281474976710656, found 0"},
    {"half a bucket", "[35819,2]", "[35819]",
     "profile: events[0].quantiles.positive[1]: expected an index and a count"},
    {"quantiles without negative values", ",\"negative\":[]", "",
     "profile: events[0].quantiles: the member 'negative' is missing"},
    {"a number for a truth value", "\"running\":true", "\"running\":1",
     "profile: threads[0].nodes[0].running: expected true or false, found 1"},
    {"an object for a list", "\"context\":[{\"key\":\"k\",\"value\":\"v\"}]", "\"context\":{}",
     "profile: context: expected an array, found {}"},
    {"a list for an object",
     "\"machine\":{\"host\":\"h\",\"cpuModel\":\"c\",\"cores\":2,\"os\":\"o\","
     "\"clockSource\":\"tsc\"}",
     "\"machine\":[]", "profile: machine: expected an object, found []"},
    {"a name that is not text", "\"name\":\"main\"", "\"name\":null",
     "profile: timers[0].name: expected a text, found null"},
    {"half a byte", "\"name\":\"main\"", "\"name\":{\"hex\":\"f\"}",
     "profile: timers[0].name: expected a text, found {\"hex\":\"f\"}"},
    {"a word for a number", "\"mean\":1.5", "\"mean\":\"large\"",
     "profile: events[0].mean: expected a number, found \"large\""},
    {"an unknown misuse", "\"overlap\"", "\"abuse\"",
     "profile: misuse[0].kind: there is no misuse named 'abuse'"},
    {"a number beyond all", "\"timeNs\":10", "\"timeNs\":1e999",
     "profile: a number is too large; the file is damaged"},
    {"a missing comma", "\"version\":2,", "\"version\":2 ",
     "profile: this is not JSON at line 1, byte 48; the file is damaged"},
    {"something behind the end", "\"thread\":0}]}", "\"thread\":0}]} x",
     "profile: this is not JSON at line 13, byte 959; the file is damaged"},
};

std::string messageOf(const std::string& document) {
    try {
        fromJson(document);
        return "accepted";
    } catch (const ProfileFormatError& error) {
        return error.what();
    }
}

}  // namespace

TEST_SUITE_BEGIN("perf.document.JsonProfileBadInput");

TEST_CASE("the document that is spoiled below is good") {
    CHECK(messageOf(goodDocument()) == "accepted");
}

TEST_CASE("a spoiled document is refused with the place and the reason") {
    for (const BadCase& bad : kBadCases) {
        CAPTURE(bad.title);
        std::string document = goodDocument();
        const std::size_t at = document.find(bad.from);
        REQUIRE(at != std::string::npos);
        document.replace(at, std::string(bad.from).size(), bad.to);

        CHECK(messageOf(document) == bad.message);
    }
}

TEST_CASE("a thread that is listed twice is refused") {
    Profile profile = withTimers({});
    addThread(profile, {});
    addThread(profile, {});
    profile.threads[1].id = 0;

    CHECK(messageOf(toJson(profile)) ==
          "profile: threads[1].id: thread 0 occurs here a second time");
}

TEST_CASE("values over ranks are checked") {
    Profile profile = withTimers({});
    RankReduction ranks;
    ranks.size = 2;
    RankRecord record;
    record.info.name = "a";
    record.ranks = 3;
    record.inclusive.resize(profile.metrics.size());
    record.exclusive.resize(profile.metrics.size());
    ranks.timers = {record};
    profile.ranks = ranks;
    CHECK(messageOf(toJson(profile)) ==
          "profile: ranks.timers[0].ranks: expected a whole number between 0 and 2, found 3");

    profile.ranks->timers[0].ranks = 2;
    profile.ranks->timers[0].exclusive[0].maxRank = 2;

    CHECK(messageOf(toJson(profile)) ==
          "profile: ranks.timers[0].exclusive[0].maxRank: expected a whole number between 0 and 1, "
          "found 2");
}

TEST_CASE("an empty document is one that was cut short") {
    CHECK(messageOf("") ==
          "profile: the document ends too early, at line 1, byte 0; the file was cut short");
}

TEST_CASE("a document cut anywhere is refused") {
    const std::string document = goodDocument();

    for (std::size_t length = 0; length < document.size(); ++length) {
        CAPTURE(length);
        REQUIRE(messageOf(document.substr(0, length)).starts_with("profile: "));
    }
}

TEST_CASE("flipped bits are refused or give a profile whose references hold") {
    const std::uint32_t seed = std::random_device{}();
    INFO("seed ", seed);
    std::mt19937 random(seed);
    const std::string good = goodDocument();

    for (int i = 0; i < 5000; ++i) {
        std::string document = good;
        char& damaged = document[random() % document.size()];
        damaged = static_cast<char>(damaged ^ (1 << random() % 8));
        CAPTURE(document);
        try {
            const Profile profile = fromJson(document);
            REQUIRE(flat(profile).size() <= profile.timers.size());
        } catch (const ProfileFormatError& error) {
            REQUIRE(std::string(error.what()).starts_with("profile: "));
        }
    }
}

TEST_SUITE_END();
