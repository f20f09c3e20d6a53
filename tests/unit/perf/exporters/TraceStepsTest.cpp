#include <perf/exporters/TraceSteps.hpp>
#include <perf/trace/RingChunks.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

Trace traceOf(Engine& engine) {
    return Trace(chunksOf(bytesOf(engine.segment())));
}

// "+main@10 -main@50": begin and end of each call with its time; "=value@20", "!" where it was cut.
std::string told(const Trace& trace, ExportWindow window = {}) {
    std::string text;
    TraceSteps steps(trace, 0, window);
    for (TraceStep step; steps.next(step);) {
        text += text.empty() ? "" : " ";
        if (step.kind == TraceStep::Kind::Value) {
            text += '=' + std::to_string(static_cast<int>(step.value));
        } else {
            text += (step.kind == TraceStep::Kind::Enter ? '+' : '-') + trace.timerName(step.id);
        }
        text += '@' + std::to_string(step.time) + (step.cut ? "!" : "");
    }
    return text;
}

// main from 10 to 100, in it solve from 20 to 60 with the value 7 at 30, and solve from 70 to 80.
void useIt(TracedEngine& traced) {
    const TimerId main = traced.engine.registerTimer("main");
    const TimerId solve = traced.engine.registerTimer("solve");
    const EventId event = traced.engine.registerEvent("bytes");
    traced.at(10).start(main);
    traced.at(20).start(solve);
    traced.at(30).trigger(event, 7);
    traced.at(60).stop(solve);
    traced.at(70).start(solve);
    traced.at(80).stop(solve);
    traced.at(100).stop(main);
}

}  // namespace

TEST_SUITE_BEGIN("perf.exporters.TraceSteps");

TEST_CASE("steps are the calls and values of a thread in the order of time") {
    TracedEngine traced(TraceMode::Latest);
    useIt(traced);
    CHECK(told(traceOf(traced.engine)) ==
          "+main@10 +solve@20 =7@30 -solve@60 +solve@70 -solve@80 -main@100");
}

TEST_CASE("a window cuts the calls that reach beyond it") {
    TracedEngine traced(TraceMode::Latest);
    useIt(traced);
    const Trace trace = traceOf(traced.engine);
    CHECK(told(trace, {25, 75}) ==
          "+main@25! +solve@25! =7@30 -solve@60 +solve@70 -solve@75! -main@75!");
    CHECK(told(trace, {61, 69}) == "+main@61! -main@69!");
    CHECK(told(trace, {101, 200}) == "");
    CHECK(told(trace, {0, 9}) == "");
}

TEST_CASE("a call that still runs ends with the last record") {
    TracedEngine traced(TraceMode::Latest);
    const TimerId main = traced.engine.registerTimer("main");
    const TimerId solve = traced.engine.registerTimer("solve");
    traced.at(10).start(main);
    traced.at(20).start(solve);
    traced.at(30).stop(solve);
    CHECK(told(traceOf(traced.engine)) == "+main@10 +solve@20 -solve@30 -main@30!");
}

TEST_CASE("an end whose beginning was overwritten is left out") {
    TracedEngine traced(TraceMode::Latest, 4096);
    const TimerId main = traced.engine.registerTimer("main");
    const TimerId solve = traced.engine.registerTimer("solve");
    traced.at(1).start(main);
    for (std::uint64_t i = 1; i < 400; ++i) {
        traced.at(10 * i).start(solve);
        traced.at(10 * i + 5).stop(solve);
    }
    traced.at(5000).stop(main);
    const std::string text = told(traceOf(traced.engine));
    CHECK(text.find("main") == std::string::npos);
    CHECK(text.ends_with("+solve@3990 -solve@3995"));
}

TEST_CASE("whatever was done, calls nest, times do not go back, and a window has nothing outside") {
    std::mt19937 seeds(std::random_device{}());
    for (int round = 0; round < 50; ++round) {
        const std::mt19937::result_type seed = seeds();
        CAPTURE(seed);
        std::mt19937 random(seed);
        TracedEngine traced(TraceMode::Latest, random() % 2 == 0 ? 4096 : 65536);
        std::vector<TimerId> timers;
        for (const char* name : {"a", "b", "c"}) {
            timers.push_back(traced.engine.registerTimer(name));
        }
        std::uint64_t time = 0;
        for (int i = 0; i < 600; ++i) {
            time += random() % 5;
            const TimerId timer = timers[random() % timers.size()];
            if (random() % 2 == 0) {
                traced.at(time).start(timer);
            } else {
                traced.at(time).stop(timer);
            }
        }
        const Trace trace = traceOf(traced.engine);
        const auto from = static_cast<std::int64_t>(random() % (time + 1));
        const ExportWindow window{from, from + static_cast<std::int64_t>(random() % (time + 1))};
        TraceSteps steps(trace, 0, window);
        std::vector<std::uint32_t> open;
        std::int64_t last = window.from;
        for (TraceStep step; steps.next(step);) {
            REQUIRE(step.time >= last);
            REQUIRE(step.time <= window.to);
            last = step.time;
            if (step.kind == TraceStep::Kind::Enter) {
                REQUIRE(step.depth == open.size());
                open.push_back(step.id);
            } else {
                REQUIRE_FALSE(open.empty());
                REQUIRE(open.back() == step.id);
                open.pop_back();
            }
        }
        REQUIRE(open.empty());
    }
}
