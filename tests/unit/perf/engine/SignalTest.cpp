#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/detail/RefusedUses.hpp>
#include <perf/model/Flat.hpp>
#include <perf/segment/CpuClock.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "Children.hpp"
#include "EngineSamples.hpp"
#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// What the handler uses; written before the signals come.
struct Used {
    Engine* engine = nullptr;
    TimerId timer{};
    EventId event{};
    TimerId unknown{12'345};
};
Used used;
thread_local volatile int handled = 0;

void measureInHandler(int /*signal*/) {
    used.engine->start(used.timer);
    used.engine->trigger(used.event, 1.0);
    used.engine->stop(used.timer);
    handled = handled + 1;
}

// A handler for a signal, from the constructor to the destructor.
class Handler final {
public:
    Handler(int signal, void (*function)(int)) : signal_(signal) {
        struct sigaction action {};
        action.sa_handler = function;
        action.sa_flags = SA_RESTART;
        REQUIRE(::sigaction(signal, &action, &before_) == 0);
    }
    ~Handler() { ::sigaction(signal_, &before_, nullptr); }
    Handler(const Handler&) = delete;
    Handler& operator=(const Handler&) = delete;

private:
    int signal_;
    struct sigaction before_ {};
};

// A clock whose reading is interrupted by a signal, in the middle of start or stop.
class InterruptedClock final : public MetricSource {
public:
    const Metric& metric() const noexcept override { return metric_; }
    std::uint64_t read() noexcept override {
        if (interrupts) {
            std::raise(SIGUSR1);
        }
        return ++now;
    }
    bool readFor(pid_t /*thread*/, std::uint64_t& ticks) noexcept override {
        ticks = now;
        return true;
    }
    std::uint64_t unitsPerTick() const noexcept override { return kTicksAreUnits; }
    bool processWide() const noexcept override { return true; }
    bool isTimeStampCounter() const noexcept override { return false; }

    bool interrupts = false;
    std::uint64_t now = 0;

private:
    Metric metric_{"interrupted", "ns", "test"};
};

// One that sends the calling thread a signal after each millisecond.
class Sampler final {
public:
    explicit Sampler(int signal) {
        sigevent event{};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = signal;
        event._sigev_un._tid = currentThread();
        REQUIRE(::timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0);
        constexpr long kMillisecond = 1'000'000;
        const itimerspec each{{0, kMillisecond}, {0, kMillisecond}};
        REQUIRE(::timer_settime(timer_, 0, &each, nullptr) == 0);
    }
    ~Sampler() { ::timer_delete(timer_); }
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

private:
    timer_t timer_{};
};

std::uint64_t countOf(const Profile& profile, MisuseKind kind, const std::string& name) {
    std::uint64_t count = 0;
    for (const Misuse& misuse : profile.misuse) {
        count += misuse.kind == kind && misuse.name == name ? misuse.count : 0;
    }
    return count;
}

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Signal");

TEST_CASE("a handler that interrupts start and stop is refused, and that is counted by name") {
    const auto clock = std::make_shared<InterruptedClock>();
    Engine engine(EngineOptions{{clock}});
    const TimerId work = engine.registerTimer("work");
    used = {&engine, engine.registerTimer("in handler"), engine.registerEvent("event")};
    engine.start(work);
    engine.stop(work);
    const Handler handler(SIGUSR1, &measureInHandler);

    clock->interrupts = true;
    engine.start(work);
    engine.stop(work);
    clock->interrupts = false;

    const Profile profile = engine.snapshot();
    CHECK(callsOf(profile, "work") == 2);
    CHECK(callsOf(profile, "in handler") == 0);
    CHECK(profile.events.empty());
    CHECK(countOf(profile, MisuseKind::InsideHandler, "in handler") == 4);
    CHECK(countOf(profile, MisuseKind::InsideHandler, "event") == 2);
    CHECK(profile.misuse.size() == 2);
    CHECK(profile.misuse[0].thread == 0);
    CHECK(callsOf(profile, "(other)") == 2);
    CHECK(profile.partial ==
          "calls by signal handlers that interrupted the measurement are in (other), without their "
          "time");
}

TEST_CASE("a handler that interrupts the program measures") {
    ScriptedEngine s;
    const TimerId work = s.engine.registerTimer("work");
    used = {&s.engine, s.engine.registerTimer("in handler"),
            s.engine.registerContextEvent("event")};
    const Handler handler(SIGUSR1, &measureInHandler);

    s.at(0).start(work);
    std::raise(SIGUSR1);
    s.clock->set(5);
    s.engine.stop(work);
    std::raise(SIGUSR1);

    const Profile profile = s.engine.finalProfile();
    CHECK(s.record("in handler").calls == 2);
    CHECK(s.record("work").childCalls == 1);
    CHECK(s.record("work").inclusive[0] == 5);
    CHECK(profile.misuse.empty());
    REQUIRE(profile.events.size() == 3);
    CHECK(profile.events[0].count == 2);
    CHECK(profile.events[1].path == "in handler");
    CHECK(profile.events[2].path == "work => in handler");
}

TEST_CASE("set-up in a handler inside a use is refused with what to do" *
          doctest::skip(kThreadSanitizer)) {
    const auto clock = std::make_shared<InterruptedClock>();
    static std::string message;
    Engine engine(EngineOptions{{clock}});
    const TimerId work = engine.registerTimer("work");
    used = {&engine, work, engine.registerEvent("event")};
    message.clear();
    const Handler handler(SIGUSR1, [](int) {
        try {
            used.engine->registerTimer("new");
        } catch (const EngineError& error) {
            message = error.what();
        }
        used.engine->setParameter(used.timer, "n", 1);
        used.engine->start(used.unknown);
        used.engine->trigger(EventId{77}, 1.0);
    });

    clock->interrupts = true;
    engine.start(work);
    clock->interrupts = false;
    engine.stop(work);

    CHECK(message.find("registerTimer: called in a signal handler") == 0);
    const Profile profile = engine.snapshot();
    CHECK(profile.timers.size() == 1);
    CHECK(countOf(profile, MisuseKind::InsideHandler, "work") == 1);
    CHECK(countOf(profile, MisuseKind::InsideHandler, "timer #12345") == 1);
    CHECK(countOf(profile, MisuseKind::InsideHandler, "event #77") == 1);
}

TEST_CASE("what handlers were refused is kept apart for some and counted for all") {
    RefusedUses refused;
    for (std::uint32_t id = 0; id < 20; ++id) {
        for (std::uint32_t times = 0; times <= id; ++times) {
            refused.note(id, id % 2 == 1   ? RefusedUse::Event
                             : id % 4 == 0 ? RefusedUse::Start
                                           : RefusedUse::Other);
        }
    }

    std::map<std::pair<std::uint32_t, bool>, std::uint64_t> counts;
    const auto take = [&counts](std::uint32_t id, bool isEvent, std::uint64_t count) {
        counts[{id, isEvent}] += count;
    };
    refused.take(take);
    std::uint64_t sum = 0;
    for (const auto& [use, count] : counts) {
        sum += count;
    }
    CHECK(sum == 210);
    CHECK(refused.takeStarts() == 1 + 5 + 9 + 13 + 17);
    CHECK(refused.takeStarts() == 0);
    CHECK(counts[{3, true}] == 4);
    CHECK(counts[{4, false}] == 5);
    CHECK(counts[{0xffffffffU, true}] > 0);
    counts.clear();
    refused.take(take);
    CHECK(counts.empty());
}

TEST_CASE(
    "a sampler at 1 kHz that measures in its handler loses no call and stops nobody, whatever "
    "it interrupts") {
    constexpr int kThreads = 2;
    const int samples = wantedTimes("GANTRY_SAMPLES", 200);
    Engine engine;
    const TimerId work = engine.registerTimer("work");
    used = {&engine, engine.registerTimer("in handler"), engine.registerEvent("event")};
    const Handler handler(SIGPROF, &measureInHandler);
    std::atomic<std::uint64_t> worked{0};
    std::atomic<std::uint64_t> sampled{0};
    const auto run = [&](int thread) {
        // A first use in a handler might interrupt malloc.
        engine.start(work);
        engine.stop(work);
        std::uint64_t rounds = 1;
        {
            const Sampler sampler(SIGPROF);
            for (; handled < samples; ++rounds) {
                const TimerId other = engine.registerTimer("other " + std::to_string(thread) + " " +
                                                           std::to_string(rounds % 500));
                engine.start(work);
                engine.start(other);
                const std::vector<char> memory(1 + rounds % 5000);
                engine.trigger(used.event, static_cast<double>(memory.size()));
                engine.stop(other);
                engine.stop(work);
                if (!kThreadSanitizer && rounds % 50 == 0) {
                    if (void* const library = ::dlopen("libutil.so.1", RTLD_NOW)) {
                        ::dlclose(library);
                    }
                }
            }
        }
        worked += rounds;
        sampled += static_cast<std::uint64_t>(handled);
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back(run, i);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    const Profile profile = engine.finalProfile();
    const std::uint64_t refused = countOf(profile, MisuseKind::InsideHandler, "event");
    CHECK(callsOf(profile, "work") == worked);
    CHECK(callsOf(profile, "in handler") + refused == sampled);
    CHECK(countOf(profile, MisuseKind::InsideHandler, "in handler") == 2 * refused);
    REQUIRE(profile.events.size() == 1);
    CHECK(profile.events[0].count == worked - kThreads + sampled - refused);
    for (const Misuse& misuse : profile.misuse) {
        CHECK(misuse.kind == MisuseKind::InsideHandler);
    }
    MESSAGE(sampled.load(), " samples, of which ", refused, " were refused, in ", worked.load(),
            " rounds");
}

TEST_SUITE_END();
