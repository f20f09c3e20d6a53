#include <perf/engine/Engine.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 20'000;

void useTimers(Engine& engine, TimerId outer, const std::vector<TimerId>& inner, EventId event) {
    for (int i = 0; i < kRounds; ++i) {
        engine.start(outer);
        const TimerId timer = inner[static_cast<std::size_t>(i) % inner.size()];
        engine.start(timer);
        engine.trigger(event, i);
        engine.stop(timer);
        engine.stop(outer);
    }
}

bool childrenFit(const ThreadProfile& thread) {
    std::vector<std::int64_t> inside(thread.nodes.size());
    for (std::size_t i = thread.nodes.size(); i-- > 0;) {
        const CallPathNode& node = thread.nodes[i];
        if (node.inclusive[0] < inside[i] || node.inclusive[0] < 0) {
            return false;
        }
        if (node.parent >= 0) {
            inside[static_cast<std::size_t>(node.parent)] += node.inclusive[0];
        }
    }
    return true;
}

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Threads");

TEST_CASE("threads at full speed lose nothing while snapshots are taken") {
    Engine engine;
    const TimerId outer = engine.registerTimer("outer");
    std::vector<TimerId> inner;
    for (int i = 0; i < 10; ++i) {
        inner.push_back(engine.registerTimer("inner " + std::to_string(i)));
    }
    const EventId event = engine.registerContextEvent("event");
    std::atomic<int> working{kThreads};
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            useTimers(engine, outer, inner, event);
            --working;
        });
    }

    std::uint64_t lastCalls = 0;
    std::int64_t lastTime = 0;
    while (working > 0) {
        const Profile profile = engine.snapshot();
        std::uint64_t calls = 0;
        for (const ThreadProfile& thread : profile.threads) {
            REQUIRE(childrenFit(thread));
        }
        for (const TimerRecord& record : flat(profile)) {
            REQUIRE(record.inclusive[0] >= record.exclusive[0]);
            REQUIRE(record.exclusive[0] >= 0);
            calls += record.calls;
        }
        REQUIRE(calls >= lastCalls);
        REQUIRE(profile.timeNs >= lastTime);
        lastCalls = calls;
        lastTime = profile.timeNs;
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    const Profile last = engine.finalProfile();
    const auto records = flat(last);
    constexpr std::uint64_t kCalls = std::uint64_t{kThreads} * kRounds;
    CHECK(find(records, "outer").calls == kCalls);
    CHECK(find(records, "outer").childCalls == kCalls);
    CHECK(find(records, "inner 3").calls == kCalls / 10);
    REQUIRE(last.events.size() == 11);
    CHECK(last.events[0].count == kCalls);
    CHECK(last.events[0].mean == doctest::Approx((kRounds - 1) / 2.0));
    CHECK(last.misuse.empty());
    CHECK(last.threads.size() == kThreads);
    for (const ThreadProfile& thread : last.threads) {
        CHECK(thread.ended);
        CHECK(thread.cpuNs > 0);
    }
}

TEST_CASE("timers registered and groups switched meanwhile spoil nothing") {
    Engine engine;
    const TimerId steady = engine.registerTimer("steady", "", "steady");
    const TimerId blinking = engine.registerTimer("blinking", "", "blinking");
    const GroupId group = engine.group("blinking");
    std::thread worker([&] {
        for (int i = 0; i < kRounds; ++i) {
            engine.start(steady);
            engine.start(blinking);
            engine.stop(blinking);
            engine.stop(steady);
        }
    });

    for (int i = 0; i < 500; ++i) {
        engine.setGroupEnabled(group, i % 2 != 0);
        engine.registerTimer("new " + std::to_string(i));
    }
    worker.join();

    const Profile profile = engine.finalProfile();
    CHECK(find(flat(profile), "steady").calls == kRounds);
    CHECK(profile.misuse.empty());
}

TEST_CASE("threads may come and facts be noted while snapshots are taken") {
    Engine engine;
    const TimerId work = engine.registerTimer("work");
    constexpr int kComing = 200;
    std::atomic<bool> done{false};
    std::thread reader([&] {
        while (!done) {
            const Profile profile = engine.snapshot();
            REQUIRE(profile.threads.size() <= kComing);
        }
    });
    for (int i = 0; i < kComing; ++i) {
        std::thread([&] {
            engine.start(work);
            engine.stop(work);
        }).join();
        engine.addFact("fact", std::to_string(i));
    }
    done = true;
    reader.join();

    const Profile profile = engine.finalProfile();
    CHECK(find(flat(profile), "work").calls == kComing);
    CHECK(profile.context.size() >= kComing);
}

TEST_CASE("a running timer of another thread is seen from outside") {
    ScriptedEngine s;
    const TimerId work = s.engine.registerTimer("work");
    std::latch started(1);
    std::latch seen(1);
    std::thread worker([&] {
        s.engine.start(work);
        started.count_down();
        seen.wait();
        s.engine.stop(work);
    });

    started.wait();
    s.clock->set(200);
    const TimerRecord running = s.record("work");
    const Profile profile = s.engine.snapshot();
    seen.count_down();
    worker.join();

    CHECK(running.inclusive[0] == 200);
    CHECK(running.running);
    CHECK_FALSE(profile.threads[0].ended);
    CHECK_FALSE(s.record("work").running);
}

TEST_CASE("totals of an ended thread stay, and what it left open is closed and counted") {
    ScriptedEngine s;
    const TimerId work = s.engine.registerTimer("work");
    std::thread worker([&] {
        s.engine.start(work);
        s.clock->set(10);
        s.engine.start(work);
        s.clock->set(30);
    });
    worker.join();
    s.clock->set(1000);

    const Profile profile = s.engine.finalProfile();

    CHECK(profile.threads.at(0).ended);
    CHECK(find(flat(profile), "work").inclusive[0] == 30);
    CHECK(find(flat(profile), "work").calls == 2);
    CHECK(profile.misuse == std::vector<Misuse>{{MisuseKind::LeftOpen, "work", "", 2, 0}});
}

TEST_CASE("a stop on another thread than the start is counted on both") {
    ScriptedEngine s;
    const TimerId work = s.engine.registerTimer("work");
    s.engine.start(work);

    std::thread([&] { s.engine.stop(work); }).join();

    CHECK(s.engine.finalProfile().misuse ==
          std::vector<Misuse>{{MisuseKind::StopWithoutStart, "work", "", 1, 1},
                              {MisuseKind::LeftOpen, "work", "", 1, 0}});
}

TEST_CASE("an engine can go while a thread that used it lives on") {
    auto engine = std::make_unique<Engine>();
    const TimerId work = engine->registerTimer("work");
    std::latch used(1);
    std::latch gone(1);
    std::thread worker([&] {
        engine->start(work);
        used.count_down();
        gone.wait();
        Engine another;
        const TimerId timer = another.registerTimer("timer");
        another.start(timer);
        another.stop(timer);
        CHECK(flat(another.snapshot()).size() == 1);
    });

    used.wait();
    engine.reset();
    gone.count_down();

    worker.join();
}

TEST_CASE("use from the last destructors of a thread is counted and harmless") {
    struct LateUser {
        Engine* engine = nullptr;
        TimerId timer{};
        LateUser() = default;
        LateUser(const LateUser&) = delete;
        LateUser& operator=(const LateUser&) = delete;
        ~LateUser() {
            if (engine != nullptr) {
                engine->start(timer);
                engine->stop(timer);
            }
        }
    };
    ScriptedEngine s;
    const TimerId timer = s.engine.registerTimer("timer");

    std::thread([&] {
        // Made before the engine's own per-thread object, so it is destroyed after it.
        thread_local LateUser late;
        late.engine = &s.engine;
        late.timer = timer;
        s.engine.start(timer);
        s.engine.stop(timer);
    }).join();

    const Profile profile = s.engine.finalProfile();
    CHECK(find(flat(profile), "timer").calls == 1);
    CHECK(profile.misuse == std::vector<Misuse>{{MisuseKind::AfterThreadEnd, "", "", 2, -1}});
}

TEST_SUITE_END();
