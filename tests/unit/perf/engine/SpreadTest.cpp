#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Measures a clock that is set by hand, with these timers' durations as events.
class Spread final {
public:
    explicit Spread(std::vector<std::string> patterns, double budget = 0)
        : engine(options(clock, std::move(patterns), budget)) {}

    Engine& at(std::uint64_t time) {
        clock->set(time);
        return engine;
    }
    void call(TimerId timer, std::uint64_t duration) {
        engine.start(timer);
        clock->advance(duration);
        engine.stop(timer);
    }
    // Nothing where no value came.
    std::vector<EventStats> events() const { return engine.snapshot().events; }

    std::shared_ptr<ScriptedMetric> clock = std::make_shared<ScriptedMetric>();
    Engine engine;

private:
    static EngineOptions options(const std::shared_ptr<ScriptedMetric>& clock,
                                 std::vector<std::string> patterns, double budget) {
        EngineOptions options;
        options.metrics = {clock};
        options.maxTimers = 1U << 10U;
        options.maxEvents = 1U << 6U;
        options.spread = std::move(patterns);
        options.sampling.budget = budget;
        options.sampling.exactCalls = 10;
        options.sampling.overhead = ProbeOverhead{{20}, {8}, {4}};
        options.sampling.seed = 1;
        return options;
    }
};

}  // namespace

TEST_SUITE_BEGIN("perf.engine.Spread");

TEST_CASE("the durations of a chosen timer's calls are an event, those of others are not") {
    Spread s({"sol*"});
    const TimerId solve = s.engine.registerTimer("solve", "T");
    const TimerId other = s.engine.registerTimer("other");
    for (const std::uint64_t duration : {10, 20, 60}) {
        s.engine.start(other);
        s.call(solve, duration);
        s.engine.stop(other);
    }

    const std::vector<EventStats> events = s.events();
    REQUIRE(events.size() == 1);
    CHECK(events[0].name == "duration of solve T [ns]");
    CHECK(events[0].name == durationEvent("solve T", "ns"));
    CHECK(events[0].count == 3);
    CHECK(events[0].min == 10);
    CHECK(events[0].max == 60);
    CHECK(events[0].mean == 30);
    CHECK(events[0].standardDeviation() == doctest::Approx(21.6025));
    CHECK(events[0].quantile(0.5) == doctest::Approx(20).epsilon(0.01));
    const Profile profile = s.engine.snapshot();
    const TimerRecord record = find(flat(profile), "solve T");
    CHECK(record.calls == 3);
    CHECK(record.inclusive[0] == 90);
    CHECK(record.info.id == 0);
    CHECK(find(flat(profile), "other").exclusive[0] == 0);
    CHECK(profile.misuse.empty());
}

TEST_CASE("who times a chosen timer knows it by a number that no call path has, others as ever") {
    Spread s({"*chosen"});
    const TimerId chosen = s.engine.registerTimer("chosen");
    const TimerId plain = s.engine.registerTimer("plain");

    CHECK(isSpread(number(chosen)));
    CHECK(recordOf(number(chosen)) == 0);
    CHECK(number(plain) == 1);
    CHECK(s.engine.registerTimer("chosen") == chosen);
    CHECK(s.engine.timerInfo(chosen).name == "chosen");
    CHECK(s.engine.enabled(chosen));
    s.engine.setGroupEnabled(s.engine.group("default"), false);
    CHECK_FALSE(s.engine.enabled(chosen));
    s.call(chosen, 5);
    CHECK(s.events().empty());
    CHECK(s.engine.snapshot().misuse.empty());
}

TEST_CASE("calls inside each other, with parameters, and of phases have the whole of each call") {
    Spread s({"a", "phase"});
    const TimerId a = s.engine.registerTimer("a");
    const TimerId phase = s.engine.registerTimer("phase", "", "", TimerKind::Phase);
    s.at(0).startPhase(phase);
    s.at(10).start(a);
    s.at(20).start(a);
    s.at(30).stop(a);
    s.at(35).setParameter(a, "n", 3);
    s.at(50).stop(a);
    s.at(100).stop(phase);

    const std::vector<EventStats> events = s.events();
    REQUIRE(events.size() == 2);
    CHECK(events[0].count == 2);
    CHECK(events[0].min == 10);
    CHECK(events[0].max == 40);
    CHECK(events[1].max == 100);
    CHECK(s.engine.snapshot().misuse.empty());
    CHECK(find(flat(s.engine.snapshot()), "a").inclusive[0] == 40);
}

TEST_CASE("misuse of a chosen timer is a misuse of that timer, and gives no value") {
    Spread s({"*"});
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");
    s.engine.stop(outer);
    s.at(0).start(outer);
    s.at(10).start(inner);
    s.at(30).stop(outer);
    s.at(40).stop(inner);

    const Profile profile = s.engine.snapshot();
    REQUIRE(profile.misuse.size() == 2);
    CHECK(profile.misuse[0].name == "outer");
    CHECK(profile.misuse[1].kind == MisuseKind::Overlap);
    CHECK(profile.events.empty());
    CHECK(find(flat(profile), "outer").inclusive[0] == 30);
}

TEST_CASE("of a chosen timer every call is timed where others are sampled") {
    Spread s({"chosen"}, 0.05);
    const TimerId chosen = s.engine.registerTimer("chosen");
    const TimerId plain = s.engine.registerTimer("plain");
    for (int i = 0; i < 5000; ++i) {
        s.call(chosen, 10);
        s.call(plain, 10);
    }

    REQUIRE(s.events().size() == 1);
    CHECK(s.events()[0].count == 5000);
    CHECK(s.events()[0].max == 10);
    CHECK(find(flat(s.engine.snapshot()), "chosen").untimed == 0);
    CHECK(find(flat(s.engine.snapshot()), "plain").untimed > 1000);
}

TEST_CASE("without room for its event a timer is measured all the same") {
    Spread s({"t*"});
    for (int i = 0; i < 70; ++i) {
        s.call(s.engine.registerTimer("t" + std::to_string(i)), 7);
    }

    CHECK(s.events().size() == 64);
    CHECK(find(flat(s.engine.snapshot()), "t69").inclusive[0] == 7);
}
