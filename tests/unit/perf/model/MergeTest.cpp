#include <perf/model/Flat.hpp>
#include <perf/model/Merge.hpp>

#include <doctest/doctest.h>

#include <stdexcept>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

EventStats event(const std::string& name, double value) {
    EventStats stats;
    stats.name = name;
    stats.add(value);
    return stats;
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.Merge");

TEST_CASE("merging nothing gives an empty profile") {
    CHECK(merge({}) == Profile{});
}

TEST_CASE("what is missing in one profile is missing in the whole, and reported once") {
    Profile killed = withTimers({"main"});
    killed.partial = "killed";
    Profile full = withTimers({"main"});
    full.partial = "the memory was full";

    CHECK(merge({withTimers({"main"}), killed, full, killed}).partial ==
          "killed; the memory was full");
}

TEST_CASE("merging one profile gives that profile") {
    Profile profile = withTimers({"main"});
    profile.created = "2026-01-31T12:00:00Z";
    profile.context = {{"k", "v"}, {"k", "w"}};
    addThread(profile, {node(0, -1, 1, 5)});

    const Profile merged = merge({profile});

    CHECK(merged == profile);
}

TEST_CASE("the same timer under different ids becomes one") {
    Profile first = withTimers({"main", "foo"});
    Profile second = withTimers({"foo", "bar"});
    addThread(first, {node(0, -1, 1, 10), node(1, 0, 1, 4)});
    addThread(second, {node(0, -1, 2, 7), node(1, 0, 1, 3)});

    const Profile merged = merge({first, second});

    CHECK(merged.timers.size() == 3);
    CHECK(merged.timers[2].id == 2);
    CHECK(merged.threads.size() == 2);
    CHECK(merged.threads[1].id == 1);
    CHECK(find(flat(merged), "foo").inclusive[0] == 11);
    CHECK(find(flat(merged), "foo").calls == 3);
    CHECK(find(flat(merged), "bar").inclusive[0] == 3);
}

TEST_CASE("a parameter keeps its timer") {
    Profile first = withTimers({"x"});
    Profile second = withTimers({"y", "y [ n = 1 ]"});
    second.timers[1].kind = TimerKind::Parameter;
    second.timers[1].base = 0;

    const Profile merged = merge({first, second});

    REQUIRE(merged.timers.size() == 3);
    CHECK(merged.timers[2].base == 1);
}

TEST_CASE("events of one name are merged and misuse follows its thread") {
    Profile first = withTimers({"main"});
    Profile second = withTimers({"main"});
    addThread(first, {});
    addThread(second, {});
    first.events = {event("bytes", 1)};
    second.events = {event("bytes", 3), event("other", 5)};
    second.misuse = {{MisuseKind::Overlap, "main", "foo", 2, 0},
                     {MisuseKind::AfterThreadEnd, "", "", 1, -1}};

    const Profile merged = merge({first, second});

    REQUIRE(merged.events.size() == 2);
    CHECK(merged.events[0].count == 2);
    CHECK(merged.events[0].mean == doctest::Approx(2));
    REQUIRE(merged.misuse.size() == 2);
    CHECK(merged.misuse[0].thread == 1);
    CHECK(merged.misuse[1].thread == -1);
}

TEST_CASE("facts come from the first profile and are completed from the others") {
    Profile first = withTimers({});
    Profile second = withTimers({});
    first.timeNs = 5;
    second.timeNs = 9;
    first.context = {{"a", "1"}};
    second.context = {{"a", "2"}, {"b", "3"}};

    const Profile merged = merge({first, second});

    CHECK(merged.timeNs == 9);
    CHECK(merged.context ==
          std::vector<std::pair<std::string, std::string>>{{"a", "1"}, {"b", "3"}});
}

TEST_CASE("profiles with different metrics are refused") {
    Profile first = withTimers({});
    Profile second = withTimers({});
    second.metrics[0].unit = "us";

    CHECK_THROWS_AS(merge({first, second}), std::invalid_argument);
}

TEST_SUITE_END();
