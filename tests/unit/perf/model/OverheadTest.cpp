#include <perf/model/Merge.hpp>
#include <perf/model/Overhead.hpp>

#include <doctest/doctest.h>

#include <stdexcept>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// main calls solve 10 times, and each solve calls leaf 10 times; a pair costs 20, of which a timer
// shows 8 itself.
Profile costly() {
    Profile profile = withTimers({"main", "solve", "leaf"});
    addThread(profile, {node(0, -1, 1, 100'000), node(1, 0, 10, 50'000), node(2, 1, 100, 1'000)});
    profile.probeOverhead = ProbeOverhead{{20}, {8}};
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.Overhead");

TEST_CASE("the overhead is that of all calls, parameters as well") {
    const Profile profile = costly();

    CHECK(allCalls(profile) == 111);
    CHECK(overheadOf(profile, 111)[0] == 2220);
    CHECK(outermostTotal(profile) == 100'000);
    CHECK(overheadOf(withTimers({}), 100)[0] == 0);
}

TEST_CASE("each call path loses its own part and the pairs below it") {
    const Profile result = compensated(costly());

    const auto& nodes = result.threads[0].nodes;
    CHECK(nodes[2].inclusive[0] == 1'000 - 100 * 8);
    CHECK(nodes[1].inclusive[0] == 50'000 - 10 * 8 - 100 * 20);
    CHECK(nodes[0].inclusive[0] == 100'000 - 8 - 110 * 20);
    CHECK(result.context.back().first == kCompensated);
}

TEST_CASE("no value becomes negative or less than what is inside it") {
    Profile profile = costly();
    profile.threads[0].nodes[0].inclusive[0] = 50'000;
    profile.threads[0].nodes[2].inclusive[0] = 10;

    const auto nodes = compensated(profile).threads[0].nodes;

    CHECK(nodes[2].inclusive[0] == 0);
    CHECK(nodes[0].inclusive[0] >= nodes[1].inclusive[0]);
}

TEST_CASE("calls that were not timed cost what counting costs, and show nothing of it themselves") {
    Profile profile = costly();
    profile.probeOverhead->untimed[0] = 3;
    profile.threads[0].nodes[2].untimed = 90;

    const auto nodes = compensated(profile).threads[0].nodes;

    CHECK(allUntimed(profile) == 90);
    CHECK(overheadOf(profile, 111, 90)[0] == 21 * 20 + 90 * 3);
    CHECK(nodes[2].inclusive[0] == 1'000 - 10 * 8);
    CHECK(nodes[1].inclusive[0] == 50'000 - 10 * 8 - 10 * 20 - 90 * 3);
    CHECK(nodes[0].inclusive[0] == 100'000 - 8 - 20 * 20 - 90 * 3);
}

TEST_CASE("what cannot be compensated is refused") {
    Profile unknown = costly();
    unknown.probeOverhead.reset();

    CHECK_THROWS_AS(compensated(unknown), std::invalid_argument);
    CHECK_THROWS_AS(compensated(compensated(costly())), std::invalid_argument);
}

TEST_CASE("of several processes the mean cost is kept, and none where one does not know it") {
    Profile other = costly();
    other.probeOverhead = ProbeOverhead{{40}, {10}};
    Profile third = costly();
    third.probeOverhead = ProbeOverhead{{60}, {12}};

    const Profile merged = merge({costly(), other, third});
    CHECK(merged.probeOverhead->pair[0] == doctest::Approx(40));
    CHECK(merged.probeOverhead->inside[0] == doctest::Approx(10));

    third.probeOverhead.reset();
    CHECK_FALSE(merge({costly(), third, other}).probeOverhead.has_value());
}

TEST_SUITE_END();
