#include <perf/document/JsonProfile.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.document.JsonProfile");

TEST_CASE("a profile comes back equal") {
    const Profile profile = fullProfile();

    const Profile back = fromJson(toJson(profile));

    CHECK(back == profile);
}

TEST_CASE("what is missing comes back, and is left out where nothing is") {
    Profile profile = fullProfile();
    CHECK(toJson(profile).find("partial") == std::string::npos);
    profile.partial = "killed";
    CHECK(fromJson(toJson(profile)) == profile);
}

TEST_CASE("pair costs and throttled timers come back equal, and may be absent") {
    Profile profile = fullProfile();
    profile.probeOverhead = ProbeOverhead{{19.25, 800.5}, {9.5, 0}};
    profile.timers[0].throttled = true;

    CHECK(fromJson(toJson(profile)) == profile);
    CHECK(toJson(fullProfile()).find("probeOverhead") == std::string::npos);
    CHECK(toJson(fullProfile()).find("throttled") == std::string::npos);
}

TEST_CASE("calls that were not timed come back equal, and are left out where there are none") {
    Profile profile = fullProfile();
    profile.probeOverhead = ProbeOverhead{{20, 1}, {8, 0}, {4, 1}};
    profile.threads[0].nodes[1].untimed = 1;
    profile.threads[0].nodes[1].error = {5, 6};

    CHECK(fromJson(toJson(profile)) == profile);
    CHECK(toJson(fullProfile()).find("untimed") == std::string::npos);
    profile.threads[0].nodes[1].untimed = 3;
    CHECK_THROWS_AS(fromJson(toJson(profile)), ProfileFormatError);
}

TEST_CASE("a document of version 1 has the probe overhead under another name") {
    Profile profile = fullProfile();
    profile.probeOverhead = ProbeOverhead{{19.25, 800.5}, {9.5, 0}};
    std::string text = toJson(profile);
    const auto replace = [&text](const std::string& word, const std::string& by) {
        const std::size_t at = text.find(word);
        REQUIRE(at != std::string::npos);
        text.replace(at, word.size(), by);
    };
    replace("\"version\": 2", "\"version\": 1");
    replace("probeOverhead", "pairCost");

    CHECK(fromJson(text) == profile);
}

TEST_CASE("quantiles of events come back equal, with the usual ones worked out") {
    Profile profile = fullProfile();
    for (const double value : {0.0, -3.5, 1e-9, 1e9, 7.0, 7.0}) {
        profile.events[0].quantiles.add(value);
    }
    profile.events[0].quantiles.collapsed = 3;

    const std::string text = toJson(profile);

    CHECK(fromJson(text) == profile);
    CHECK(text.find("\"p99\"") != std::string::npos);
    CHECK(toJson(fullProfile()).find("quantiles") == std::string::npos);
}

TEST_CASE("values over ranks come back equal") {
    Profile profile = fullProfile();
    profile.ranks = reduceOverRanks({profile, profile});

    const Profile back = fromJson(toJson(profile));

    REQUIRE(back.ranks.has_value());
    CHECK(back == profile);

    profile.ranks.reset();
    profile.probeOverhead = ProbeOverhead{{20, 1}, {8, 0}};
    profile.ranks = reduceOverRanks({profile, profile});
    REQUIRE(hasCompensated(*profile.ranks));
    CHECK(fromJson(toJson(profile)) == profile);
}

TEST_CASE("names of any bytes come back equal") {
    Profile profile = withTimers({});
    for (const std::string& name :
         {std::string("\xff\xfe"), std::string("a\0b", 3), std::string("\xc0\x80"),
          std::string("\xed\xa0\x80"), std::string("\xf4\x90\x80\x80"), std::string("\xe2\x82"),
          std::string("Gr\xc3\xbc\xc3\x9f\x65 \xe2\x82\xac \xf0\x9f\x98\x80"), std::string()}) {
        TimerInfo timer;
        timer.id = static_cast<std::uint32_t>(profile.timers.size());
        timer.name = name;
        profile.timers.push_back(timer);
    }

    const std::string text = toJson(profile);

    CHECK(fromJson(text) == profile);
    CHECK(text.find("\"hex\": \"fffe\"") != std::string::npos);
    CHECK(text.find("Gr\xc3\xbc\xc3\x9f\x65") != std::string::npos);
}

TEST_CASE("values that are no finite numbers survive") {
    Profile profile = withTimers({});
    EventStats event;
    event.name = "large";
    event.count = 2;
    event.sumSquares = std::numeric_limits<double>::infinity();
    event.min = -std::numeric_limits<double>::infinity();
    profile.events = {event};

    const Profile back = fromJson(toJson(profile));

    CHECK(back == profile);
}

TEST_CASE("a profile of the engine comes back equal") {
    ScriptedEngine s;
    const TimerId main = s.engine.registerTimer("main");
    s.at(0).start(main);
    s.at(2).setParameter(main, "n", 4);
    s.engine.trigger(s.engine.registerContextEvent("e"), 1.5);
    const Profile profile = s.at(5).finalProfile();

    const Profile back = fromJson(toJson(profile));

    CHECK(back == profile);
}

TEST_CASE("the document states format, version, units and the source of the clock") {
    const std::string text = toJson(fullProfile());

    CHECK(text.find("\"format\": \"gantry-profile\"") != std::string::npos);
    CHECK(text.find("\"version\": 2") != std::string::npos);
    CHECK(text.find("\"unit\": \"ns\"") != std::string::npos);
    CHECK(text.find("\"source\": \"scripted\"") != std::string::npos);
    CHECK(text.back() == '\n');
}

TEST_CASE("the worked example of the format's page can be read") {
    std::ifstream page(GANTRY_SOURCE_DIRECTORY "/docs/formats/profile.md");
    const std::string text{std::istreambuf_iterator<char>(page), {}};
    const std::size_t begin = text.find("```json\n") + 8;
    const std::size_t end = text.find("```", begin);
    REQUIRE(end != std::string::npos);

    const Profile profile = fromJson(text.substr(begin, end - begin));

    const auto records = flat(profile);
    CHECK(find(records, "main").inclusive[0] == 10);
    CHECK(find(records, "main").exclusive[0] == 5);
    CHECK(find(records, "foo demo.Foo").exclusive[0] == 5);
    CHECK(find(records, "foo demo.Foo [ n = 4 ]").inclusive[0] == 5);
}

TEST_CASE("a call path that took longer than what is around it is refused") {
    Profile profile = fullProfile();
    profile.threads[0].nodes[0].inclusive[0] = 50;

    CHECK_THROWS_WITH_AS(
        fromJson(toJson(profile)),
        "profile: threads[0].nodes[0]: 'inclusive' is less than what was measured inside it",
        ProfileFormatError);
}

TEST_CASE("members that are not known are skipped") {
    std::string text = toJson(fullProfile());
    text.insert(1, "\"future\": {\"a\": [1, 2]},");

    CHECK(fromJson(text) == fullProfile());
}

TEST_SUITE_END();
