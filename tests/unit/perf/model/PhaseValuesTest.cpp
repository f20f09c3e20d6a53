#include <perf/model/Overhead.hpp>
#include <perf/model/PhaseValues.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.model.PhaseValues");

namespace {

// 0 main, 1 the phase step, 2 dot, 3 "step [ n = 1 ]", 4 "step [ n = 2 ]", 5 the phase inner, 6
// "dot [ k = 1 ]".
Profile withPhases() {
    Profile profile = withTimers(
        {"main", "step", "dot", "step [ n = 1 ]", "step [ n = 2 ]", "inner", "dot [ k = 1 ]"});
    profile.timers[1].kind = TimerKind::Phase;
    profile.timers[5].kind = TimerKind::Phase;
    for (const std::size_t parameter : {3U, 4U, 6U}) {
        profile.timers[parameter].kind = TimerKind::Parameter;
        profile.timers[parameter].base = parameter == 6 ? 2 : 1;
    }
    return profile;
}

const PhaseRecord& at(const std::vector<PhaseRecord>& records, std::int32_t phase,
                      std::int32_t instance, std::uint32_t timer) {
    for (const PhaseRecord& record : records) {
        if (record.phase == phase && record.instance == instance && record.timer == timer) {
            return record;
        }
    }
    FAIL("no record of timer ", timer, " in phase ", phase, ", instance ", instance);
    return records.front();
}

std::int64_t exclusiveOfAll(const std::vector<PhaseRecord>& records, std::size_t metric) {
    std::int64_t sum = 0;
    for (const PhaseRecord& record : records) {
        sum += record.exclusive[metric];
    }
    return sum;
}

}  // namespace

TEST_CASE("a timer has values for each phase that calls it, and for its calls in none") {
    Profile profile = withPhases();
    addThread(profile, {node(0, -1, 1, 100), node(2, 0, 3, 10), node(1, 0, 2, 60),
                        node(2, 2, 4, 40), node(5, 2, 1, 15), node(2, 4, 5, 14)});

    const std::vector<PhaseRecord> records = phaseValues(profile, false);

    CHECK(records.size() == 6);
    CHECK(at(records, -1, -1, 2).inclusive[0] == 10);
    CHECK(at(records, 1, -1, 2).inclusive[0] == 40);
    CHECK(at(records, 1, -1, 2).calls == 4);
    CHECK(at(records, 5, -1, 2).calls == 5);
    CHECK(at(records, 1, -1, 1).calls == 2);
    CHECK(at(records, 1, -1, 1).inclusive[0] == 60);
    CHECK(at(records, 1, -1, 1).exclusive[0] == 5);
    CHECK(at(records, 1, -1, 1).childCalls == 5);
    CHECK(at(records, 5, -1, 5).exclusive[0] == 1);
    CHECK(exclusiveOfAll(records, 0) == 100);
}

TEST_CASE("an instance of a phase is its calls with one value of a parameter") {
    Profile profile = withPhases();
    addThread(profile, {node(1, -1, 3, 100), node(3, 0, 1, 30), node(2, 1, 2, 20),
                        node(4, 0, 1, 50), node(2, 3, 7, 45)});

    const std::vector<PhaseRecord> records = phaseValues(profile, true);

    CHECK(at(records, 1, 3, 2).calls == 2);
    CHECK(at(records, 1, 3, 1).calls == 1);
    CHECK(at(records, 1, 3, 1).inclusive[0] == 30);
    CHECK(at(records, 1, 3, 1).exclusive[0] == 10);
    CHECK(at(records, 1, 4, 2).exclusive[0] == 45);
    CHECK(at(records, 1, -1, 1).calls == 1);
    CHECK(at(records, 1, -1, 1).inclusive[0] == 20);
    CHECK(exclusiveOfAll(records, 0) == 100);
    CHECK(at(phaseValues(profile, false), 1, -1, 1).inclusive[0] == 100);
    CHECK(at(phaseValues(profile, false), 1, -1, 2).calls == 9);
}

TEST_CASE("a phase all of whose calls are in instances has no record of its own") {
    Profile profile = withPhases();
    addThread(profile, {node(1, -1, 1, 30), node(3, 0, 1, 30)});

    const std::vector<PhaseRecord> records = phaseValues(profile, true);

    REQUIRE(records.size() == 1);
    CHECK(records[0].instance == 3);
}

TEST_CASE("parameters of timers are part of their timers, and recursion counts once") {
    Profile profile = withPhases();
    addThread(profile, {node(1, -1, 1, 100), node(2, 0, 1, 80), node(6, 1, 1, 70),
                        node(2, 2, 1, 30), node(1, 3, 1, 10)});

    const std::vector<PhaseRecord> records = phaseValues(profile, true);

    REQUIRE(records.size() == 2);
    CHECK(at(records, 1, -1, 2).calls == 2);
    CHECK(at(records, 1, -1, 2).inclusive[0] == 80);
    CHECK(at(records, 1, -1, 2).exclusive[0] == 70);
    CHECK(at(records, 1, -1, 1).inclusive[0] == 100);
    CHECK(at(records, 1, -1, 1).calls == 2);
}

TEST_CASE("the exclusive values of all records are the measured total, whatever the profile") {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        const Profile profile = randomProfile(seed);
        std::int64_t total = 0;
        for (const ThreadProfile& thread : profile.threads) {
            for (const CallPathNode& top : thread.nodes) {
                total += top.parent < 0 ? top.inclusive[1] : 0;
            }
        }
        CAPTURE(seed);
        CHECK(exclusiveOfAll(phaseValues(profile, false), 1) == total);
        CHECK(exclusiveOfAll(phaseValues(profile, true), 1) == total);
    }
}

TEST_CASE("values without the measurement overhead have bounds in each phase and instance") {
    Profile profile = withPhases();
    addThread(profile, {node(0, -1, 1, 100'000), node(1, 0, 2, 60'000), node(3, 1, 1, 20'000),
                        node(2, 2, 10, 5'000), node(4, 1, 1, 30'000), node(2, 4, 10, 15'000)});
    profile.probeOverhead = ProbeOverhead{{20}, {8}};
    profile.context.emplace_back(kOverheadError, "2");

    const std::vector<PhaseRecord> records = compensatedPhaseValues(profile, true);

    const PhaseRecord& outside = at(records, -1, -1, 0);
    CHECK(outside.exclusive[0] == 100'000 - 8 - 24 * 20 - (60'000 - 2 * 8 - 22 * 20));
    CHECK(outside.exclusiveError[0] == 3 * 2);
    CHECK(outside.inclusiveError[0] == 25 * 2);
    const PhaseRecord& dot = at(records, 1, 3, 2);
    CHECK(dot.inclusive[0] == 5'000 - 10 * 8);
    CHECK(dot.inclusiveError[0] == 10 * 2);
    const PhaseRecord& first = at(records, 1, 3, 1);
    CHECK(first.inclusive[0] == 20'000 - 8 - 10 * 20);
    CHECK(first.inclusiveError[0] == 11 * 2);
    CHECK(first.exclusiveError[0] == 11 * 2);
    // What the phase took outside its instances: its error is without those of the instances.
    const PhaseRecord& rest = at(records, 1, -1, 1);
    CHECK(rest.inclusive[0] == 10'000 - 2 * 20);
    CHECK(rest.inclusiveError[0] == 24 * 2 - 2 * 11 * 2);
    const std::vector<PhaseRecord> all = compensatedPhaseValues(profile, false);
    CHECK(at(all, 1, -1, 1).inclusive[0] == 60'000 - 2 * 8 - 22 * 20);
    CHECK(at(all, 1, -1, 1).inclusiveError[0] == 24 * 2);
    CHECK(at(all, 1, -1, 1).exclusiveError[0] == (4 + 11 + 11) * 2);
}

TEST_CASE("a record whose value is all overhead stays a record") {
    Profile profile = withPhases();
    addThread(profile, {node(1, -1, 2, 50'010), node(3, 0, 1, 20'000), node(4, 0, 1, 30'000)});
    profile.probeOverhead = ProbeOverhead{{20}, {8}};

    const std::vector<PhaseRecord> raw = phaseValues(profile, true);
    const std::vector<PhaseRecord> net = compensatedPhaseValues(profile, true);

    REQUIRE(net.size() == raw.size());
    CHECK(at(raw, 1, -1, 1).exclusive[0] == 10);
    CHECK(at(net, 1, -1, 1).exclusive[0] == 0);
    CHECK(at(net, 1, -1, 1).exclusiveError[0] > 0);
}

TEST_CASE("errors of estimates in a phase are combined as those of independent values") {
    Profile profile = withPhases();
    addThread(profile,
              {node(1, -1, 1, 100), node(2, 0, 5, 30), node(0, 0, 1, 60), node(2, 2, 5, 40)});
    profile.threads[0].nodes[1].untimed = 4;
    profile.threads[0].nodes[1].error = {30};
    profile.threads[0].nodes[3].untimed = 4;
    profile.threads[0].nodes[3].error = {40};

    const std::vector<PhaseRecord> records = phaseValues(profile, false);

    CHECK(at(records, 1, -1, 2).inclusiveError[0] == 50);
    CHECK(at(records, 1, -1, 2).exclusiveError[0] == 50);
    CHECK(at(records, 1, -1, 1).inclusiveError[0] == 0);
    CHECK(at(records, 1, -1, 1).exclusiveError[0] == 30);
    CHECK(compensatedPhaseValues(profile, false) == records);
}

TEST_CASE("without the overhead, the exclusive values are the compensated total") {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        Profile profile = randomProfile(seed);
        profile.probeOverhead = ProbeOverhead{{20}, {8}};
        const std::int64_t total = outermostTotal(compensated(profile));

        CHECK(exclusiveOfAll(compensatedPhaseValues(profile, false), 0) == total);
        CHECK(exclusiveOfAll(compensatedPhaseValues(profile, true), 0) == total);
    }
}

TEST_SUITE_END();
