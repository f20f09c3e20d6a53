#include <perf/model/Merge.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
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

TEST_CASE("compensated values say by how much they are off at most, call by call") {
    Profile profile = costly();
    profile.context.emplace_back(kOverheadError, "0.5");
    CHECK(overheadError(profile)[0] == 0.5);

    const Profile net = compensated(profile);

    const OverheadErrors errors = overheadErrors(net, net.threads[0]);
    CHECK(errors.inclusive[0][0] == 56);  // 111 calls, rounded up
    CHECK(errors.exclusive[0][0] == 6);   // its own and 10 directly inside
    CHECK(errors.inclusive[1][0] == 55);
    CHECK(errors.exclusive[1][0] == 55);
    CHECK(errors.exclusive[2][0] == 50);
    CHECK(overheadErrors(profile, profile.threads[0]).inclusive[0][0] == 0);
    CHECK(overheadErrorOfAll(net)[0] == 55.5);
}

TEST_CASE("errors of the overhead add up over threads, where those of estimates do not") {
    Profile profile = costly();
    addThread(profile, {node(2, -1, 100, 5'000)});
    profile.context.emplace_back(kOverheadError, "0.5");
    profile.threads[0].nodes[2].untimed = 50;
    profile.threads[0].nodes[2].error[0] = 7;

    const TimerRecord leaf = find(flat(compensated(profile)), "leaf");

    CHECK(leaf.exclusiveError[0] == 7 + 25 + 50);
    CHECK(find(flat(profile), "leaf").exclusiveError[0] == 7);
}

TEST_CASE("an error that is not known, or no number, is all of the overhead") {
    Profile profile = costly();
    CHECK(overheadError(profile)[0] == 20);
    for (const char* text : {"", "nan", "-1", "x", "1e999"}) {
        profile.context = {{kOverheadError, text}};
        CAPTURE(text);
        CHECK(overheadError(profile)[0] == 20);
    }
    profile.context = {{kOverheadError, overheadErrorText({0.25, 3}, 2)}};
    CHECK(overheadError(profile)[0] == 0.25);
    CHECK(overheadError(profile)[1] == 3);
    profile.probeOverhead.reset();
    CHECK(overheadError(profile)[0] == 0);
}

TEST_CASE("the bound holds for programs whose calls cost other than measured, within the error") {
    constexpr std::uint32_t kSeed = 7;
    INFO("seed ", kSeed);
    std::mt19937 random(kSeed);
    for (int trial = 0; trial < 200; ++trial) {
        const double cost = 20 + std::uniform_real_distribution<>(-2, 2)(random);
        const auto calls = 1 + random() % 100'000;
        const std::int64_t truth = 1'000'000'000;
        Profile profile = withTimers({"main", "leaf"});
        const auto inside = static_cast<std::int64_t>(static_cast<double>(calls) * cost * 0.4);
        const auto pairs = static_cast<std::int64_t>(static_cast<double>(calls) * cost);
        addThread(profile, {node(0, -1, 1, truth + pairs + 8), node(1, 0, calls, 1000 + inside)});
        profile.probeOverhead = ProbeOverhead{{20}, {8}};
        profile.context.emplace_back(kOverheadError, "2");

        const TimerRecord main = find(flat(compensated(profile)), "main");

        CHECK(std::abs(main.inclusive[0] - truth) <= main.inclusiveError[0]);
        CHECK(std::abs(main.exclusive[0] - (truth - 1000)) <= main.exclusiveError[0] + 1);
    }
}

TEST_CASE("values over ranks are reduced without the overhead of each rank, too") {
    Profile cheap = costly();
    cheap.probeOverhead = ProbeOverhead{{10}, {4}};
    Profile merged = merge({costly(), cheap});
    merged.ranks = reduceOverRanks({costly(), cheap});
    REQUIRE(hasCompensated(*merged.ranks));
    CHECK(merged.ranks->timers[2].exclusive[0].max == 1'000);

    const Profile net = compensated(merged);

    const RankRecord& leaf = net.ranks->timers[2];
    CHECK(leaf.info.name == "leaf");
    CHECK(leaf.exclusive[0].min == 1'000 - 800);
    CHECK(leaf.exclusive[0].minRank == 0);
    CHECK(leaf.exclusive[0].max == 1'000 - 400);
    CHECK(net.ranks->timers[0].inclusive[0].min == 100'000 - 8 - 110 * 20);

    Profile unknown = costly();
    unknown.probeOverhead.reset();
    merged.ranks = reduceOverRanks({costly(), unknown});
    CHECK_FALSE(hasCompensated(*merged.ranks));
    const Profile partly = compensated(merged);
    CHECK(partly.ranks->timers[2].exclusive[0].max == 1'000);
    CHECK(partly.context.back().first == kRanksAsMeasured);
}

TEST_CASE("of several processes the error covers how far each is from the mean") {
    Profile first = costly();
    first.context = {{kOverheadError, "1"}};
    Profile second = costly();
    second.probeOverhead = ProbeOverhead{{30}, {8}};
    second.context = {{kOverheadError, "2"}};

    CHECK(overheadError(merge({first, second}))[0] == 7);  // 30 - 25, and 2
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
