#include <perf/model/Throttle.hpp>

#include <doctest/doctest.h>

#include <stdexcept>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Of 1 ms of main, 10,000 calls of tiny take 10 ns each and 10 calls of large take 50 us each; a
// pair costs 20 ns.
Profile busy() {
    Profile profile = withTimers({"main", "tiny", "large", "middle"});
    addThread(profile, {node(0, -1, 1, 1'000'000), node(1, 0, 10'000, 100'000),
                        node(2, 0, 10, 500'000), node(3, 0, 1'000, 100'000)});
    profile.probeOverhead = ProbeOverhead{{20}, {8}};
    return profile;
}

using Ids = std::vector<std::uint32_t>;

Ids chosen(const Profile& profile, const ThrottleRule& rule) {
    return timersToThrottle(profile, profile, rule);
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.Throttle");

TEST_CASE("an empty rule throttles nothing") {
    CHECK(ThrottleRule{}.empty());
    CHECK(chosen(busy(), {}).empty());
}

TEST_CASE("timers that are called often and are short on average are throttled") {
    CHECK(chosen(busy(), {500, 50, 0, {}}) == Ids{1});
    CHECK(chosen(busy(), {500, 500, 0, {}}) == Ids{1, 3});
    CHECK(chosen(busy(), {20'000, 500, 0, {}}).empty());
    CHECK(chosen(busy(), {500, 10, 0, {}}).empty());
}

TEST_CASE("exempt timers and groups are left alone") {
    CHECK(chosen(busy(), {500, 500, 0, {"t*"}}) == Ids{3});
    CHECK(chosen(busy(), {500, 500, 0, {"default"}}).empty());
    CHECK(chosen(busy(), {0, 1e9, 0.001, {"*"}}).empty());
}

TEST_CASE("timers are given up, the least time per call first, until the budget is kept") {
    // 11,011 calls cost 220 us, 22 % of main.
    CHECK(chosen(busy(), {0, 0, 0.25, {}}).empty());
    CHECK(chosen(busy(), {0, 0, 0.03, {}}) == Ids{1});
    CHECK(chosen(busy(), {0, 0, 0.01, {}}) == Ids{1, 3});
    CHECK(chosen(busy(), {0, 0, 0.01, {"tiny"}}).front() == 3);
}

TEST_CASE("the budget is that of the recent time, the average that of all") {
    Profile quiet = withTimers({"main", "tiny", "large", "middle"});
    addThread(quiet, {node(0, -1, 1, 1'000'000)});
    quiet.probeOverhead = ProbeOverhead{{20}, {8}};

    CHECK(timersToThrottle(busy(), quiet, {0, 0, 0.01, {}}).empty());
    CHECK(timersToThrottle(busy(), quiet, {500, 50, 0, {}}) == Ids{1});
}

TEST_CASE("what is throttled already, and parameters, are no candidates") {
    Profile profile = busy();
    profile.timers[1].throttled = true;
    profile.timers[3].kind = TimerKind::Parameter;
    profile.timers[3].base = 2;

    CHECK(chosen(profile, {500, 500, 0, {}}).empty());
}

TEST_CASE("without a time, or a pair cost, there is nothing to decide by") {
    Profile counts = busy();
    counts.metrics[0].unit = "faults";
    Profile unknown = busy();
    unknown.probeOverhead.reset();

    CHECK(chosen(counts, {500, 500, 0.001, {}}).empty());
    CHECK(chosen(unknown, {0, 0, 0.001, {}}).empty());
}

TEST_CASE("a rule is written as calls and average") {
    ThrottleRule rule;
    parseThrottle("100000:10us", rule);
    CHECK(rule.calls == 100'000);
    CHECK(rule.averageNs == 10'000);
    parseThrottle("0:1.5ms", rule);
    CHECK(rule.averageNs == 1'500'000);
    parseThrottle("7:3s", rule);
    CHECK(rule.averageNs == 3e9);
    for (const char* text : {"", "10", "10:", ":10us", "10:us", "10:10", "10:10 us", "-1:10us",
                             "10:-1us", "10:0us", "10:10us ", "x:10us", "10:10h", "1e3:10us"}) {
        CAPTURE(std::string(text));
        CHECK_THROWS_AS(parseThrottle(text, rule), std::invalid_argument);
    }
    CHECK(rule.calls == 7);
}

TEST_SUITE_END();
