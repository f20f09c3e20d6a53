#include <perf/engine/Engine.hpp>
#include <perf/model/PhaseValues.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.engine.Phases");

namespace {

// Two calls of a phase are distinguished.
struct Phases {
    Engine& at(std::uint64_t time) {
        clock->set(time);
        return engine;
    }
    TimerRecord record(const std::string& fullName) const {
        return find(flat(engine.snapshot()), fullName);
    }
    bool has(const std::string& name) const {
        const Profile profile = engine.snapshot();
        return std::any_of(profile.timers.begin(), profile.timers.end(),
                           [&](const TimerInfo& timer) { return timer.name == name; });
    }

    std::shared_ptr<ScriptedMetric> clock = std::make_shared<ScriptedMetric>();
    Engine engine{EngineOptions{.metrics = {clock}, .phaseInstances = 2}};
    TimerId step = engine.registerTimer("step", "", "", TimerKind::Phase);
    TimerId dot = engine.registerTimer("dot");
};

}  // namespace

TEST_CASE("each call of a phase is an instance of it, and those beyond the limit are one") {
    Phases s;
    for (std::uint64_t i = 0; i < 5; ++i) {
        s.at(100 * i).startPhase(s.step);
        s.at(100 * i + 10).start(s.dot);
        s.at(100 * i + 10 + i).stop(s.dot);
        s.at(100 * i + 50).stop(s.step);
    }

    CHECK(s.record("step").calls == 5);
    CHECK(s.record("step").inclusive[0] == 250);
    CHECK(s.record("step [ instance = 1 ]").calls == 1);
    CHECK(s.record("step [ instance = 2 ]").inclusive[0] == 50);
    CHECK(s.record("step [ other instances ]").calls == 3);
    CHECK_FALSE(s.has("step [ instance = 3 ]"));
    const Profile profile = s.engine.finalProfile();
    CHECK(profile.misuse.empty());
    std::vector<std::int64_t> dotsByInstance;
    for (const PhaseRecord& record : phaseValues(profile, true)) {
        CHECK(record.instance >= 0);
        if (record.timer == number(s.dot)) {
            dotsByInstance.push_back(record.inclusive[0]);
        }
    }
    CHECK(dotsByInstance == std::vector<std::int64_t>{0, 1, 2 + 3 + 4});
}

TEST_CASE("instances are counted for each thread") {
    Phases s;
    const auto call = [&s] {
        s.engine.startPhase(s.step);
        s.engine.stop(s.step);
    };
    call();
    std::thread(call).join();

    CHECK(s.record("step [ instance = 1 ]").calls == 2);
    CHECK_FALSE(s.has("step [ instance = 2 ]"));
}

TEST_CASE("a parameter that is set on a phase is an instance as well") {
    Phases s;
    s.at(0).startPhase(s.step);
    s.at(0).setParameter(s.step, "iteration", 7);
    s.at(5).start(s.dot);
    s.at(8).stop(s.dot);
    s.at(9).stop(s.step);

    const Profile profile = s.engine.finalProfile();

    CHECK(profile.misuse.empty());
    for (const PhaseRecord& record : phaseValues(profile, true)) {
        CHECK(profile.timers[static_cast<std::size_t>(record.instance)].name ==
              "step [ iteration = 7 ]");
    }
}

TEST_CASE("a phase that is off, too deep or without instances is a timer like others") {
    auto clock = std::make_shared<ScriptedMetric>();
    Engine engine{EngineOptions{.metrics = {clock}, .maxDepth = 2, .phaseInstances = 0}};
    const TimerId plain = engine.registerTimer("plain", "", "", TimerKind::Phase);
    engine.startPhase(plain);
    engine.stop(plain);
    CHECK(flat(engine.snapshot()).size() == 1);

    Phases s;
    s.engine.setGroupEnabled(s.engine.group("default"), false);
    s.engine.startPhase(s.step);
    s.engine.stop(s.step);
    CHECK(flat(s.engine.finalProfile()).empty());
    CHECK(s.engine.finalProfile().misuse.empty());

    Engine shallow{EngineOptions{.metrics = {clock}, .maxDepth = 2, .phaseInstances = 9}};
    const TimerId outer = shallow.registerTimer("outer");
    const TimerId phase = shallow.registerTimer("phase", "", "", TimerKind::Phase);
    shallow.start(outer);
    shallow.startPhase(phase);
    shallow.stop(phase);
    shallow.stop(outer);
    CHECK(find(flat(shallow.snapshot()), "phase").calls == 1);
    CHECK(find(flat(shallow.snapshot()), "(other)").calls == 1);
}

TEST_SUITE_END();
