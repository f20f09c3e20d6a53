#include <perf/model/Flat.hpp>
#include <perf/trace/Replay.hpp>
#include <perf/trace/RingChunks.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "Children.hpp"
#include "TestFolder.hpp"
#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
using Verdict = TotalsCheck::Verdict;

namespace {

constexpr std::size_t kTimers = 6;

TotalsCheck checkNow(Engine& engine) {
    const Profile profile = engine.snapshot();
    return compareTotals(Trace(chunksOf(bytesOf(engine.segment()))), profile);
}

// Any use: nested, recursive, overlapping, of disabled groups, with parameters and events.
void useAtRandom(Engine& engine, const std::vector<TimerId>& timers, EventId event,
                 std::mt19937& random, int steps) {
    for (int i = 0; i < steps; ++i) {
        const TimerId timer = timers[random() % timers.size()];
        const auto choice = random() % 100;
        if (choice < 45) {
            engine.start(timer);
        } else if (choice < 90) {
            engine.stop(timer);
        } else if (choice < 94) {
            engine.setParameter(timer, "n", static_cast<std::int64_t>(random() % 3));
        } else if (choice < 97) {
            engine.trigger(event, static_cast<double>(random() % 1000) * 0.5);
        } else {
            engine.setGroupEnabled(engine.group("odd"), random() % 2 == 0);
        }
    }
}

template <class Nodes>
std::uint64_t callsOf(const Nodes& nodes) {
    std::uint64_t calls = 0;
    for (const auto& node : nodes) {
        calls += node.calls;
    }
    return calls;
}

Replay replayOf(TraceCursor& cursor) {
    Replay replay;
    for (TraceRecord record{}; cursor.next(record);) {
        replay.add(record);
    }
    return replay;
}

std::vector<TimerId> register6(Engine& engine) {
    std::vector<TimerId> timers;
    for (std::size_t i = 0; i < kTimers; ++i) {
        timers.push_back(engine.registerTimer("timer " + std::to_string(i), "Class",
                                              i % 2 == 0 ? "even" : "odd"));
    }
    return timers;
}

// Lets the system kill this process after so many nanoseconds, whatever it then does.
void killThisProcessAfter(long nanoseconds) {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGKILL;
    timer_t timer{};
    const itimerspec once{{0, 0}, {0, nanoseconds}};
    if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 ||
        ::timer_settime(timer, 0, &once, nullptr) != 0) {
        ::_exit(1);
    }
}

// Uses an engine at random in a process of its own, which is killed at a random moment.
void useAndKill(const std::filesystem::path& folder, TraceMode mode, std::mt19937& random) {
    const auto seed = static_cast<unsigned>(random());
    const long moment = 1 + static_cast<long>(random() % 10'000'000);
    const pid_t child = forkChild([&] {
        EngineOptions options = traced(mode, std::size_t{1} << 23U);
        options.segment.folder = folder;
        Engine engine(options);
        const std::vector<TimerId> timers = register6(engine);
        const EventId event = engine.registerEvent("event");
        std::mt19937 inner(seed);
        killThisProcessAfter(moment);
        useAtRandom(engine, timers, event, inner, 1'000'000'000);
        return false;
    });
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    REQUIRE(WTERMSIG(status) == SIGKILL);
}

}  // namespace

TEST_SUITE_BEGIN("perf.trace.TraceReplay");

TEST_CASE("the totals of a complete trace are those of the profile, whatever was called") {
    const std::uint32_t seed = std::random_device{}();
    INFO("seed ", seed);
    std::mt19937 random(seed);
    for (int sequence = 0; sequence < 100; ++sequence) {
        EngineOptions options = traced(TraceMode::Latest, std::size_t{1} << 17U);
        options.maxDepth = sequence % 3 == 0 ? 5 : 1024;
        options.maxTimers = 1U << 12U;
        options.maxEvents = 16;
        Engine engine(options);
        const std::vector<TimerId> timers = register6(engine);
        const EventId event = engine.registerContextEvent("event");

        useAtRandom(engine, timers, event, random, 1000);

        const TotalsCheck check = checkNow(engine);
        INFO(check.why);
        REQUIRE(check.verdict == Verdict::Equal);
        CHECK(check.paths > 0);
    }
}

TEST_CASE("the same holds for several threads, ended or not, and areas used by many") {
    Engine engine(traced(TraceMode::Latest, std::size_t{1} << 16U));
    const std::vector<TimerId> timers = register6(engine);
    const EventId event = engine.registerEvent("event");
    for (unsigned i = 0; i < 70; ++i) {
        std::thread([&, i] {
            std::mt19937 random(i);
            useAtRandom(engine, timers, event, random, 300);
        }).join();
    }

    const TotalsCheck check = checkNow(engine);

    INFO(check.why);
    CHECK(check.verdict == Verdict::Equal);
    CHECK(engine.snapshot().threads.size() == 64);
}

TEST_CASE("calls that went to (other) for want of memory are in both") {
    EngineOptions options = traced(TraceMode::Latest, std::size_t{1} << 14U);
    options.segment.limit = kLeastSegment;
    Engine engine(options);
    std::vector<TimerId> timers;
    for (int i = 0; i < 300; ++i) {
        timers.push_back(engine.registerTimer("timer " + std::to_string(i)));
    }
    engine.start(timers[0]);
    engine.start(timers[1]);
    for (int round = 0; round < 2; ++round) {
        for (std::size_t outer = 0; outer < 17; ++outer) {
            engine.start(timers[outer]);
            for (std::size_t i = 0; i < 12; ++i) {
                engine.start(timers[outer * 12 + i]);
                engine.stop(timers[outer * 12 + i]);
            }
            engine.stop(timers[outer]);
        }
    }
    const Profile profile = engine.snapshot();

    const TotalsCheck check = checkNow(engine);

    INFO(check.why);
    CHECK(check.verdict == Verdict::Equal);
    CHECK(profile.threads.at(0).nodes.size() > 100);
}

TEST_CASE("a profile that differs in one call or one unit of time is reported by path") {
    TracedEngine s(TraceMode::Latest);
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner", "Class");
    s.at(10).start(outer);
    s.at(20).start(inner);
    s.at(30).stop(inner);
    s.at(50).stop(outer);
    Profile profile = s.engine.snapshot();
    const Trace trace(chunksOf(bytesOf(s.engine.segment())));
    REQUIRE(compareTotals(trace, profile).verdict == Verdict::Equal);

    profile.threads[0].nodes[1].inclusive[0] += 1;
    const TotalsCheck time = compareTotals(trace, profile);
    profile.threads[0].nodes[1].inclusive[0] -= 1;
    profile.threads[0].nodes[0].calls += 1;
    const TotalsCheck calls = compareTotals(trace, profile);

    CHECK(time.verdict == Verdict::Differ);
    CHECK(time.why ==
          "thread 0, outer => inner Class: the profile has 1 calls, 11, the trace 1 calls, 10");
    CHECK(calls.verdict == Verdict::Differ);
    CHECK(calls.why == "thread 0, outer: the profile has 2 calls, 40, the trace 1 calls, 40");
}

TEST_CASE("if records were overwritten or lost, the comparison of totals is incomplete") {
    TracedEngine latest(TraceMode::Latest, kLeastRing);
    TracedEngine drain(TraceMode::Drain, kLeastRing);
    for (Engine* const engine : {&latest.engine, &drain.engine}) {
        const TimerId timer = engine->registerTimer("t");
        for (int i = 0; i < 100; ++i) {
            engine->start(timer);
            engine->stop(timer);
        }
    }

    const TotalsCheck overwritten = checkNow(latest.engine);
    const TotalsCheck lost = checkNow(drain.engine);

    CHECK(overwritten.verdict == Verdict::Incomplete);
    CHECK(overwritten.why == "thread 0: the first 138 records were overwritten");
    CHECK(lost.verdict == Verdict::Incomplete);
    CHECK(lost.why == "thread 0: 137 records are missing");
}

TEST_CASE("a cursor gives the records as they were written, and each once where chunks overlap") {
    TracedEngine s(TraceMode::Latest);
    const TimerId timer = s.engine.registerTimer("t");
    const EventId event = s.engine.registerEvent("e");
    s.at(5).start(timer);
    std::vector<std::string> chunks = chunksOf(bytesOf(s.engine.segment()));
    s.at(9).trigger(event, 0.1);
    s.at(7).stop(timer);
    const TraceCopy copy = traceOf(s.engine, 0);
    for (std::string& chunk : chunksOf(bytesOf(s.engine.segment()))) {
        chunks.push_back(std::move(chunk));
    }

    const Trace trace(std::move(chunks));
    TraceCursor cursor(trace, 0);
    std::vector<TraceRecord> records;
    for (TraceRecord record{}; cursor.next(record);) {
        records.push_back(record);
    }

    CHECK(records == copy.records);
    CHECK(trace.records() == 5);
    CHECK(trace.threads().at(0).size() == 2);
    CHECK(trace.timerName(number(timer)) == "t");
    CHECK(trace.eventName(number(event)) == "e");
    CHECK(trace.timerName(77) == "timer #77");
}

TEST_CASE("a program killed at any moment leaves its trace whole, up to the record in the making") {
    const char* const wanted = std::getenv("GANTRY_KILLS");
    const int kills = wanted == nullptr ? 20 : std::atoi(wanted);
    std::mt19937 random(std::random_device{}());
    for (int i = 0; i < kills; ++i) {
        const TestFolder folder;
        useAndKill(folder.path, i % 2 == 0 ? TraceMode::Latest : TraceMode::Drain, random);
        const std::vector<SegmentInfo> left = segmentsIn(folder.path);
        REQUIRE(left.size() == 1);
        CHECK(left[0].problem.empty());
        SegmentFile file(left[0].path);
        const Profile profile = file.read().profile;

        const Trace trace(chunksOf(file));

        for (const ThreadProfile& thread : profile.threads) {
            if (trace.chunks().empty()) {
                // Killed before its thread had a ring.
                CHECK(callsOf(thread.nodes) == 0);
                continue;
            }
            TraceCursor cursor(trace, thread.id);
            const Replay replay = replayOf(cursor);
            const std::uint64_t lost = trace.tables().threads.at(thread.id).lost;
            CHECK(replay.missing() <= lost);
            if (lost == 0 && cursor.first() == 0) {
                // The call is in the profile an instant before its record is in the ring.
                CHECK(callsOf(thread.nodes) - callsOf(replay.nodes()) <= 1);
                CHECK(replay.unmatched() == 0);
            }
        }
    }
}

TEST_SUITE_END();
