#include <perf/engine/CountedPlace.hpp>
#include <perf/engine/EngineError.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "SampledEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr int kMany = 100'000;

// As gantry::Timed does it. Returns whether the caller counted the call.
template <class Body>
bool callAt(CountedPlace& place, Engine& engine, TimerId timer, const Body& body) {
    const bool counted = place.begin();
    if (!counted) {
        engine.start(timer);
    }
    body();
    if (!place.end()) {
        engine.stop(timer);
    }
    return counted;
}

bool callAt(CountedPlace& place, SampledEngine& s, TimerId timer, std::uint64_t takes) {
    return callAt(place, s.engine, timer, [&] { s.clock->advance(takes); });
}

}  // namespace

TEST_SUITE_BEGIN("perf.engine.CountedCalls");

TEST_CASE("what callers count themselves is as if the engine had counted it") {
    SampledEngine s;
    const TimerId brief = s.engine.registerTimer("brief");
    CountedPlace& place = *s.engine.countedPlace(brief);
    int counted = 0;

    for (int i = 0; i < kMany; ++i) {
        counted += callAt(place, s, brief, 20) ? 1 : 0;
    }

    const TimerRecord record = s.record("brief");
    CHECK(counted > kMany * 9 / 10);
    CHECK(record.calls == kMany);
    CHECK(record.untimed >= static_cast<std::uint64_t>(counted));
    CHECK(std::abs(record.inclusive[0] - 20L * kMany) <= record.inclusiveError[0]);
    CHECK(record.inclusiveError[0] < 20 * kMany / 50);
    CHECK(s.engine.valuesOf("brief").calls == kMany);
    CHECK(s.engine.snapshot().misuse.empty());
}

TEST_CASE("the call path is followed through calls that callers count, from several places too") {
    SampledEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");
    CountedPlace& outerPlace = *s.engine.countedPlace(outer);
    CountedPlace& innerPlace = *s.engine.countedPlace(inner);

    for (int i = 0; i < kMany; ++i) {
        callAt(outerPlace, s.engine, outer, [&] {
            s.clock->advance(3);
            callAt(innerPlace, s, inner, 7);
        });
        callAt(innerPlace, s, inner, 5);
        callAt(innerPlace, s.engine, inner, [&] { callAt(innerPlace, s, inner, 2); });
    }

    const Profile profile = s.engine.snapshot();
    const std::vector<CallPathNode>& nodes = profile.threads.at(0).nodes;
    REQUIRE(nodes.size() == 4);
    CHECK(nodes[0].calls == kMany);
    CHECK(nodes[0].childCalls == kMany);
    CHECK(nodes[1].parent == 0);
    CHECK(nodes[1].calls == kMany);
    CHECK(nodes[2].parent == -1);
    CHECK(nodes[2].calls == 2 * kMany);
    CHECK(nodes[3].parent == 2);
    CHECK(nodes[3].calls == kMany);
    CHECK(profile.misuse.empty());
}

TEST_CASE("a call that its caller counts shows as running, also around one that is timed") {
    SampledEngine s;
    const TimerId brief = s.engine.registerTimer("brief");
    const TimerId inside = s.engine.registerTimer("inside");
    CountedPlace& place = *s.engine.countedPlace(brief);
    for (int i = 0; i < kMany; ++i) {
        callAt(place, s, brief, 10);
    }

    int running = 0;
    for (int i = 0; i < 100; ++i) {
        callAt(place, s.engine, brief, [&] {
            running += s.record("brief").running ? 1 : 0;
            s.call(inside, 10);
        });
    }

    CHECK(running == 100);
    CHECK_FALSE(s.record("brief").running);
    CHECK(s.record("brief").calls == kMany + 100);
    CHECK(s.record("inside").calls == 100);
}

TEST_CASE("one thread at a time counts at a place, the next one after its end") {
    SampledEngine s;
    const TimerId brief = s.engine.registerTimer("brief");
    CountedPlace& place = *s.engine.countedPlace(brief);
    const auto countIn = [&](int& counted) {
        for (int i = 0; i < kMany; ++i) {
            counted += callAt(place, s, brief, 10) ? 1 : 0;
        }
    };
    int here = 0;
    int other = 0;
    int later = 0;
    countIn(here);

    std::thread([&] { countIn(other); }).join();
    CHECK(here > 0);
    CHECK(other == 0);

    SampledEngine fresh;
    const TimerId timer = fresh.engine.registerTimer("brief");
    CountedPlace& free = *fresh.engine.countedPlace(timer);
    for (int i = 0; i < 2; ++i) {
        later = 0;
        std::thread([&] {
            for (int call = 0; call < kMany; ++call) {
                later += callAt(free, fresh, timer, 10) ? 1 : 0;
            }
        }).join();
        CHECK(later > 0);
    }
    CHECK(s.record("brief").calls == 2 * kMany);
    CHECK(fresh.record("brief").calls == 2 * kMany);
}

TEST_CASE("a forked child does not count in the segment of its parent") {
    SampledEngine s;
    const TimerId brief = s.engine.registerTimer("brief");
    CountedPlace& place = *s.engine.countedPlace(brief);
    for (int i = 0; i < kMany; ++i) {
        callAt(place, s, brief, 10);
    }

    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(callAt(place, s, brief, 10) || s.record("brief").calls != 1 ? 1 : 0);
    }
    int status = -1;
    ::waitpid(child, &status, 0);

    CHECK(status == 0);
    CHECK(s.record("brief").calls == kMany);
}

TEST_CASE("where every call is timed nobody counts for the engine") {
    SampledEngine s;
    const TimerId slow = s.engine.registerTimer("slow");
    const TimerId asked = s.engine.registerTimer("asked");
    CountedPlace& slowPlace = *s.engine.countedPlace(slow);
    CountedPlace& askedPlace = *s.engine.countedPlace(asked);
    int counted = 0;
    for (int i = 0; i < kMany; ++i) {
        callAt(askedPlace, s, asked, 10);
        counted += callAt(slowPlace, s, slow, 5000) ? 1 : 0;
    }
    (void)s.engine.valuesOf("asked");
    s.calls(asked, 2000, 10);

    CHECK_FALSE(callAt(askedPlace, s, asked, 10));
    CHECK(counted == 0);
    CHECK(Engine().countedPlace(TimerId{0}) == nullptr);
    CHECK_THROWS_AS((void)s.engine.countedPlace(TimerId{77}), EngineError);
}

TEST_CASE("stops in a wrong order are found where callers count") {
    SampledEngine s;
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");
    CountedPlace& place = *s.engine.countedPlace(inner);
    s.engine.start(outer);
    for (int i = 0; i < kMany; ++i) {
        callAt(place, s, inner, 7);
    }

    REQUIRE(place.begin());
    s.engine.stop(outer);
    CHECK_FALSE(place.end());
    s.engine.stop(inner);

    const Profile profile = s.engine.snapshot();
    REQUIRE(profile.misuse.size() == 1);
    CHECK(profile.misuse[0].kind == MisuseKind::Overlap);
    CHECK(s.record("inner").calls == kMany + 1);
}

TEST_SUITE_END();
