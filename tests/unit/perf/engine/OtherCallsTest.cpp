#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/model/Flat.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"
#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

TEST_SUITE_BEGIN("perf.engine.OtherCalls");

TEST_CASE("timers that do not fit into the memory lose no call: (other) has them") {
    EngineOptions options;
    options.segment.limit = kLeastSegment;
    Engine engine(options);
    constexpr std::uint64_t kTimers = 10'000;
    std::vector<TimerId> timers;
    for (std::uint64_t i = 0; i < kTimers; ++i) {
        timers.push_back(engine.registerTimer("Component::method " + std::to_string(i)));
        if (i == 0) {
            engine.start(timers.front());
            engine.stop(timers.front());
        }
    }
    for (const TimerId timer : timers) {
        engine.start(timers.front());
        engine.start(timer);
        engine.stop(timer);
        engine.stop(timers.front());
    }

    const Profile profile = engine.finalProfile();
    std::uint64_t calls = 0;
    for (const TimerRecord& record : flat(profile)) {
        calls += record.calls;
    }
    CHECK(calls == 2 * kTimers + 1);
    CHECK(find(flat(profile), "(other)").calls > kTimers / 2);
    CHECK(find(flat(profile), "Component::method 0").calls == kTimers + 2);
    CHECK(profile.partial.find("used up; raise GANTRY_MEMORY_LIMIT above 0.25 MiB") !=
          std::string::npos);
    CHECK(profile.partial.find("timers that did not fit are in (other)") != std::string::npos);
    CHECK(engine.segment().header().usedBytes <= kLeastSegment);
}

TEST_CASE("calls inside of one that does not fit are calls of (other), each once") {
    EngineOptions options;
    options.segment.limit = kLeastSegment;
    Engine engine(options);
    std::vector<TimerId> timers;
    for (int i = 0; i < 200; ++i) {
        timers.push_back(engine.registerTimer("t" + std::to_string(i)));
    }
    std::uint64_t calls = 0;
    for (std::size_t i = 0; i < timers.size(); ++i) {
        for (std::size_t k = 0; k < 100; ++k) {
            for (std::size_t depth = 0; depth < 5; ++depth, ++calls) {
                engine.start(timers[(i + k * depth) % timers.size()]);
            }
            for (std::size_t depth = 5; depth-- > 0;) {
                engine.stop(timers[(i + k * depth) % timers.size()]);
            }
        }
    }

    const Profile profile = engine.finalProfile();
    std::uint64_t counted = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            counted += node.calls;
        }
    }
    CHECK(find(flat(profile), "(other)").calls > 0);
    CHECK(counted == calls);
}

TEST_CASE("a timer of a group that is off does not go to (other) when it does not fit") {
    Engine engine(EngineOptions{{std::make_shared<ScriptedMetric>()}, 8, 1, 1});
    engine.registerTimer("fits");
    engine.setGroupEnabled(engine.group("off"), false);

    CHECK_THROWS_AS(engine.registerTimer("a", "", "off"), EngineError);
    CHECK(engine.timerInfo(engine.registerTimer("b", "", "on")).name == "(other)");
}

TEST_SUITE_END();
