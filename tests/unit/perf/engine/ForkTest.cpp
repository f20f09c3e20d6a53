#include <perf/engine/Engine.hpp>
#include <perf/model/Flat.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "Children.hpp"
#include "EngineSamples.hpp"
#include "ScriptedEngine.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

std::string factOf(const Profile& profile, const std::string& key) {
    std::string all;
    for (const auto& [known, value] : profile.context) {
        all += known == key ? value + ";" : "";
    }
    return all;
}

// The segment of a process in that folder.
std::filesystem::path segmentOf(const std::filesystem::path& folder, pid_t process) {
    for (const SegmentInfo& info : segmentsIn(folder)) {
        if (info.pid == process && info.problem.empty()) {
            return info.path;
        }
    }
    return {};
}

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Fork");

TEST_CASE(
    "a forked child that does not measure leaves nothing, and its end does not end the parent's "
    "segment") {
    const TestFolder folder;
    auto engine = std::make_unique<Engine>(inFolder(folder.path));
    const TimerId timer = engine->registerTimer("timer");
    measure(*engine, timer, 3);

    CHECK(inChild([&] {
        engine.reset();
        return true;
    }));

    CHECK(folder.files() == 1);
    CHECK(std::filesystem::exists(engine->segment().file()));
    CHECK(SegmentFile(engine->segment().file()).isLive());
    measure(*engine, timer, 4);
    CHECK(callsOf(engine->finalProfile(), "timer") == 7);
}

TEST_CASE(
    "a forked child measures into a segment of its own, and nothing of the parent counts there") {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    const TimerId timer = engine.registerTimer("timer", "T", "group");
    const EventId event = engine.registerContextEvent("event");
    engine.addFact("run", "7");
    measure(engine, timer, 5);
    engine.trigger(event, 1.5);
    engine.stop(timer);
    const pid_t self = ::getpid();

    const pid_t child = forkChild([&] {
        measure(engine, timer, 2);
        measure(engine, engine.registerTimer("of the child"), 1);
        engine.trigger(event, 2.5);
        return engine.registerTimer("timer", "T", "group") == timer;
    });
    REQUIRE(endedWell(child));

    const std::filesystem::path file = segmentOf(folder.path, child);
    REQUIRE_FALSE(file.empty());
    SegmentFile segment(file);
    CHECK_FALSE(segment.isLive());
    const SegmentReader::Reading reading = segment.read();
    CHECK(reading.damaged == 0);
    CHECK(callsOf(reading.profile, "timer") == 2);
    CHECK(callsOf(reading.profile, "of the child") == 1);
    REQUIRE(reading.profile.events.size() == 1);
    CHECK(reading.profile.events[0].count == 1);
    CHECK(reading.profile.events[0].max == 2.5);
    CHECK(reading.profile.misuse.empty());
    CHECK(factOf(reading.profile, "parent") == std::to_string(self) + ";");
    CHECK(factOf(reading.profile, "run") == "7;");
    const Profile profile = engine.finalProfile();
    CHECK(callsOf(profile, "timer") == 5);
    CHECK(profile.timers.size() == 1);
    CHECK(profile.misuse.size() == 1);
    CHECK(factOf(profile, "parent").empty());
}

TEST_CASE("a child that ends its engine in order removes its own segment only") {
    const TestFolder folder;
    auto engine = std::make_unique<Engine>(inFolder(folder.path));
    const TimerId timer = engine->registerTimer("timer");

    CHECK(inChild([&] {
        measure(*engine, timer, 1);
        const std::filesystem::path file = engine->segment().file();
        const bool two = folder.files() == 2 && std::filesystem::exists(file);
        engine.reset();
        return two && !std::filesystem::exists(file);
    }));

    CHECK(folder.files() == 1);
    CHECK(std::filesystem::exists(engine->segment().file()));
}

TEST_CASE("timers that run at the fork run in the child since then, and their stops fit") {
    ScriptedEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");
    s.at(0).start(outer);
    s.at(4).start(inner);
    s.clock->set(10);

    CHECK(inChild([&] {
        s.at(13).stop(inner);
        s.at(15).stop(outer);
        const Profile profile = s.engine.finalProfile();
        const auto records = flat(profile);
        return find(records, "outer").inclusive[0] == 5 && find(records, "outer").calls == 1 &&
               find(records, "inner").inclusive[0] == 3 && profile.misuse.empty() &&
               profile.threads.size() == 1;
    }));

    s.at(20).stop(inner);
    s.at(30).stop(outer);
    CHECK(s.record("outer").inclusive[0] == 30);
    CHECK(s.record("inner").inclusive[0] == 16);
    CHECK(s.engine.finalProfile().misuse.empty());
}

TEST_CASE("calls beyond the depth limit and late stops at the fork are known to the child") {
    ScriptedEngine s(3);
    const TimerId f = s.engine.registerTimer("f");
    const TimerId late = s.engine.registerTimer("late");
    s.at(0).start(f);
    s.at(1).start(late);
    s.at(2).stop(f);
    for (int depth = 0; depth < 5; ++depth) {
        s.at(3).start(f);
    }

    CHECK(inChild([&] {
        for (int depth = 0; depth < 5; ++depth) {
            s.at(9).stop(f);
        }
        s.engine.stop(late);
        const Profile profile = s.engine.finalProfile();
        return find(flat(profile), "f").calls == 3 && profile.misuse.empty();
    }));
}

TEST_CASE("what the parent does between the fork and the child's first use is not the child's") {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    const TimerId timer = engine.registerTimer("timer");
    engine.start(timer);
    const Signpost parentWent;

    const pid_t child = forkChild([&] {
        parentWent.wait();
        const TimerId own = engine.registerTimer("own");
        engine.start(own);
        engine.stop(own);
        engine.stop(timer);
        const Profile profile = engine.finalProfile();
        return profile.timers.size() == 2 && profile.timers[1].name == "own" &&
               callsOf(profile, "timer") == 1 && callsOf(profile, "own") == 1 &&
               profile.misuse.empty() && profile.threads.size() == 1;
    });
    for (int i = 0; i < 2000; ++i) {
        measure(engine, engine.registerTimer("later " + std::to_string(i)), 1);
    }
    engine.stop(timer);
    std::thread([&] { measure(engine, timer, 1); }).join();
    parentWent.raise();

    CHECK(endedWell(child));
    const Profile profile = engine.finalProfile();
    CHECK(profile.timers.size() == 2001);
    CHECK(callsOf(profile, "timer") == 2);
}

TEST_CASE(
    "a child of a program with threads has none of their figures and can have threads itself" *
    doctest::skip(kThreadSanitizer)) {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    const TimerId timer = engine.registerTimer("timer");
    std::atomic<bool> done{false};
    std::atomic<int> begun{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            measure(engine, timer, 1);
            ++begun;
            while (!done) {
                measure(engine, timer, 1);
            }
        });
    }
    // A thread that begins is inside malloc, whose lock under AddressSanitizer a fork leaves taken.
    while (begun < 3 || callsOf(engine.snapshot(), "timer") < 100) {
    }

    // The forking thread has not measured, and a thread of the child does so first.
    CHECK(inChild([&] {
        for (int i = 0; i < 5; ++i) {
            std::thread([&] { measure(engine, timer, 10); }).join();
        }
        const Profile profile = engine.finalProfile();
        return callsOf(profile, "timer") == 50 && profile.misuse.empty() &&
               profile.threads.size() == 5;
    }));

    done = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(engine.finalProfile().misuse.empty());
}

TEST_CASE("an engine without a file measures on its own in a child") {
    Engine engine;
    const TimerId timer = engine.registerTimer("timer");
    measure(engine, timer, 3);

    CHECK(inChild([&] {
        measure(engine, timer, 1);
        return callsOf(engine.finalProfile(), "timer") == 1;
    }));

    CHECK(callsOf(engine.finalProfile(), "timer") == 3);
}

TEST_CASE("where the child's file cannot be made it measures into plain memory and says why") {
    const TestFolder folder;
    const std::filesystem::path place = folder.path / "segments";
    Engine engine(inFolder(place));
    const TimerId timer = engine.registerTimer("timer");
    const std::filesystem::path file = engine.segment().file();
    std::filesystem::rename(place, folder.path / "elsewhere");
    std::ofstream(place) << "in the way";

    CHECK(inChild([&] {
        measure(engine, timer, 2);
        return engine.segment().file().empty() &&
               engine.segment().note().find("not into a file") != std::string::npos &&
               callsOf(engine.finalProfile(), "timer") == 2;
    }));

    CHECK(engine.segment().file() == file);
    CHECK(engine.segment().note().empty());
}

TEST_CASE("the child of a child names the process it was forked from") {
    const TestFolder folder;
    Engine engine(inFolder(folder.path));
    const TimerId timer = engine.registerTimer("timer");
    engine.start(timer);
    const std::string self = std::to_string(::getpid()) + ";";

    CHECK(inChild([&] {
        const std::string middle = std::to_string(::getpid()) + ";";
        // This one's parent has not measured itself: its data come from the first process.
        const bool early = inChild([&] {
            engine.stop(timer);
            return factOf(engine.finalProfile(), "parent") == self;
        });
        engine.stop(timer);
        const bool late = inChild([&] {
            measure(engine, timer, 1);
            const Profile profile = engine.finalProfile();
            return factOf(profile, "parent") == middle && callsOf(profile, "timer") == 1;
        });
        return early && late && callsOf(engine.finalProfile(), "timer") == 1;
    }));
}

TEST_SUITE_END();
