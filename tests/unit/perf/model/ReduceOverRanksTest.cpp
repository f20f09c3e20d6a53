#include <perf/model/ReduceOverRanks.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.model.ReduceOverRanks");

TEST_CASE("no ranks give an empty reduction") {
    const RankReduction nothing = reduceOverRanks({});

    CHECK(nothing.size == 0);
    CHECK(nothing.timers.empty());
}

TEST_CASE("extremes come with their ranks, and mean, deviation and sum over all ranks") {
    std::vector<Profile> profiles;
    for (const std::int64_t time : {40, 10, 30, 40}) {
        Profile& profile = profiles.emplace_back(withTimers({"solve"}));
        addThread(profile, {node(0, -1, 2, time)});
    }

    const RankReduction result = reduceOverRanks(profiles);

    REQUIRE(result.timers.size() == 1);
    const RankStats& inclusive = result.timers[0].inclusive[0];
    CHECK(result.size == 4);
    CHECK(result.timers[0].ranks == 4);
    CHECK(inclusive.min == 10);
    CHECK(inclusive.minRank == 1);
    CHECK(inclusive.max == 40);
    CHECK(inclusive.maxRank == 0);
    CHECK(inclusive.mean == doctest::Approx(30));
    CHECK(inclusive.standardDeviation == doctest::Approx(std::sqrt(150.0)));
    CHECK(inclusive.sum == 120);
    CHECK(result.timers[0].calls.sum == 8);
    CHECK(result.timers[0].exclusive[0] == inclusive);
}

TEST_CASE("a rank that never started a timer counts with zeros") {
    std::vector<Profile> profiles{withTimers({"a"}), withTimers({"b"})};
    addThread(profiles[0], {node(0, -1, 1, 8)});
    addThread(profiles[1], {node(0, -1, 1, 6)});

    const RankReduction result = reduceOverRanks(profiles);

    REQUIRE(result.timers.size() == 2);
    CHECK(result.timers[0].info.name == "a");
    CHECK(result.timers[0].ranks == 1);
    CHECK(result.timers[0].inclusive[0].min == 0);
    CHECK(result.timers[0].inclusive[0].minRank == 1);
    CHECK(result.timers[0].inclusive[0].mean == doctest::Approx(4));
    CHECK(result.timers[1].info.name == "b");
    CHECK(result.timers[1].info.id == 1);
}

TEST_CASE("ranks with different metrics are refused") {
    Profile other = withTimers({});
    other.metrics[0].name = "cpu";

    CHECK_THROWS_AS(reduceOverRanks({withTimers({}), other}), std::invalid_argument);
}

TEST_SUITE_END();
