#include <perf/engine/Engine.hpp>
#include <perf/model/Flat.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/StoreView.hpp>
#include <perf/segment/TraceCopy.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <bit>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "ProfileSamples.hpp"
#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::size_t kSmallRing = 64 * sizeof(TraceRecord);

void callOften(Engine& engine, TimerId timer, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        engine.start(timer);
        engine.stop(timer);
    }
}

std::string kindsOf(const TraceCopy& copy) {
    std::string kinds;
    for (const TraceRecord& record : copy.records) {
        kinds += "?SsEVLT"[static_cast<std::size_t>(record.kind())];
    }
    return kinds;
}

// Starts and stops of one timer, alternating, with times that never go back.
bool alternates(const TraceCopy& copy) {
    for (std::size_t i = 1; i < copy.records.size(); ++i) {
        const TraceRecord& before = copy.records[i - 1];
        const TraceRecord& record = copy.records[i];
        const bool turns = before.kind() == TraceKind::Thread || before.kind() != record.kind();
        if (!turns || record.time < before.time) {
            return false;
        }
    }
    return true;
}

}  // namespace

TEST_SUITE_BEGIN("perf.segment.TraceRing");

TEST_CASE("an engine that was not asked for a trace keeps none") {
    Engine engine;
    callOften(engine, engine.registerTimer("t"), 10);

    const TraceCopy copy = traceOf(engine, 0);

    CHECK(copy.mode == TraceMode::None);
    CHECK(copy.records.empty());
}

TEST_CASE("a ring that is too small or too large is refused by name") {
    for (const std::size_t bytes : {std::size_t{0}, kLeastRing - 1, kLargestRing + 1}) {
        CHECK_THROWS_WITH_AS(Engine(traced(TraceMode::Latest, bytes)),
                             doctest::Contains("EngineOptions::trace.ringBytes"), EngineError);
    }
}

TEST_CASE("starts, stops and events are in the ring in their order, with the profile's times") {
    TracedEngine s(TraceMode::Latest);
    const TimerId outer = s.engine.registerTimer("outer");
    const TimerId inner = s.engine.registerTimer("inner");
    const EventId event = s.engine.registerEvent("event");

    s.at(10).start(outer);
    s.at(20).start(inner);
    s.at(25).trigger(event, -2.5);
    s.at(30).stop(inner);
    s.at(45).stop(outer);

    const TraceCopy copy = traceOf(s.engine, 0);
    REQUIRE(kindsOf(copy) == "TSSEVss");
    const std::vector<std::uint64_t> times{10, 10, 20, 25, std::bit_cast<std::uint64_t>(-2.5),
                                           30, 45};
    for (std::size_t i = 0; i < times.size(); ++i) {
        CHECK(copy.records[i].time == times[i]);
    }
    CHECK(copy.records[2].id() == number(inner));
    CHECK(copy.records[3].id() == number(event));
    CHECK(copy.records[6].id() == number(outer));
}

TEST_CASE("values that belong to a call have the time of its end, however many they are") {
    TracedEngine s(TraceMode::Latest);
    const TimerId send = s.engine.registerTimer("send");
    const EventId bytes = s.engine.registerContextEvent("bytes");
    const EventId tag = s.engine.registerEvent("tag");
    const EventId other = s.engine.registerEvent("other");
    s.engine.setEventOfCall(bytes);
    s.engine.setEventOfCall(tag);

    s.at(10).start(send);
    s.at(20).stop(send);
    s.at(25).trigger(bytes, 8);
    s.at(26).trigger(tag, 3);
    s.at(27).trigger(other, 1);

    const TraceCopy copy = traceOf(s.engine, 0);
    REQUIRE(kindsOf(copy) == "TSsEVEVEV");
    CHECK(copy.records[3].time == 20);
    CHECK(copy.records[5].time == 20);
    CHECK(copy.records[7].time == 27);
}

TEST_CASE("a value that belongs to a call, where none has ended, has the time of its record") {
    TracedEngine s(TraceMode::Latest);
    const EventId tag = s.engine.registerEvent("tag");
    s.engine.setEventOfCall(tag);
    s.at(5).trigger(tag, 3);
    const TraceCopy copy = traceOf(s.engine, 0);
    REQUIRE(kindsOf(copy) == "TEV");
    CHECK(copy.records[1].time == 5);
    CHECK_THROWS_AS(s.engine.setEventOfCall(EventId{99}), EngineError);
}

TEST_CASE("timers that an outer stop ends are stopped in the trace, inner ones first") {
    TracedEngine s(TraceMode::Latest);
    const TimerId a = s.engine.registerTimer("a");
    const TimerId b = s.engine.registerTimer("b");

    s.engine.start(a);
    s.engine.start(b);
    s.engine.stop(a);
    s.engine.stop(b);

    const TraceCopy copy = traceOf(s.engine, 0);
    REQUIRE(kindsOf(copy) == "TSSss");
    CHECK(copy.records[3].id() == number(b));
    CHECK(copy.records[4].id() == number(a));
}

TEST_CASE(
    "calls deeper than the stack are in both as (other), those of disabled timers in neither") {
    TracedEngine s(TraceMode::Latest, kSmallRing, 2);
    const TimerId timer = s.engine.registerTimer("t");
    const TimerId off = s.engine.registerTimer("off", "", "off");
    s.engine.setGroupEnabled(s.engine.group("off"), false);

    for (int i = 0; i < 4; ++i) {
        s.engine.start(timer);
    }
    s.engine.start(off);
    s.engine.stop(off);
    for (int i = 0; i < 4; ++i) {
        s.engine.stop(timer);
    }

    const TraceCopy copy = traceOf(s.engine, 0);
    REQUIRE(kindsOf(copy) == "TSSSSssss");
    CHECK(copy.records[2].id() == number(timer));
    CHECK(copy.records[3].id() == kOtherTimer);
    CHECK(copy.records[6].id() == kOtherTimer);
    CHECK(find(flat(s.engine.snapshot()), "(other)").calls == 2);
}

TEST_CASE("the latest records stay where the ring is full") {
    TracedEngine s(TraceMode::Latest, kSmallRing);
    const TimerId timer = s.engine.registerTimer("t");
    callOften(s.engine, timer, 1000);

    const TraceCopy copy = traceOf(s.engine, 0);

    // One place may be in the writer's hands.
    CHECK(copy.records.size() == 63);
    CHECK(copy.first + copy.records.size() == 2001);
    CHECK(copy.lost == 0);
    CHECK(copy.damaged == 0);
    CHECK(alternates(copy));
}

TEST_CASE("a ring that is not drained keeps the first records and counts the rest") {
    TracedEngine s(TraceMode::Drain, kSmallRing);
    const TimerId timer = s.engine.registerTimer("t");
    callOften(s.engine, timer, 1000);

    const TraceCopy copy = traceOf(s.engine, 0);

    CHECK(copy.first == 0);
    CHECK(copy.records.size() == 64);
    CHECK(copy.lost == 2001 - 64);
    CHECK(alternates(copy));
}

TEST_CASE("a drained ring says where records are missing, and how many") {
    TracedEngine s(TraceMode::Drain, kSmallRing);
    const TimerId timer = s.engine.registerTimer("t");
    s.at(1);
    callOften(s.engine, timer, 32);
    s.at(7).start(timer);
    s.at(8).stop(timer);
    const TraceCopy before = traceOf(s.engine, 0);
    REQUIRE(before.lost == 3);

    TraceRing& ring = ringOf(s.engine, 0);
    storeRelease(ring.tail, std::uint64_t{64});
    storeRelease(ring.limit, std::uint64_t{128});
    s.at(9).start(timer);

    const TraceCopy copy = traceOf(s.engine, 0);
    REQUIRE(kindsOf(copy) == "LS");
    CHECK(copy.first == 64);
    CHECK(copy.records[0].id() == 3);
    CHECK(copy.records[0].time == 1);
    CHECK(copy.records[1].time == 9);
    CHECK(copy.lost == 3);
}

TEST_CASE("an event goes into the ring with its value or not at all") {
    TracedEngine s(TraceMode::Drain, kSmallRing);
    const TimerId timer = s.engine.registerTimer("t");
    const EventId event = s.engine.registerEvent("e");
    callOften(s.engine, timer, 31);
    REQUIRE(traceOf(s.engine, 0).records.size() == 63);

    s.engine.trigger(event, 1);

    const TraceCopy copy = traceOf(s.engine, 0);
    CHECK(copy.records.size() == 63);
    CHECK(copy.lost == 2);
}

TEST_CASE("a ring stops at its limit, and continues when the limit is lifted") {
    TracedEngine s(TraceMode::Latest, kSmallRing);
    const TimerId timer = s.engine.registerTimer("t");
    callOften(s.engine, timer, 100);
    TraceRing& ring = ringOf(s.engine, 0);
    const std::uint64_t limit = loadAcquire(ring.head) + 32;
    storeRelease(ring.limit, limit);

    callOften(s.engine, timer, 100);
    const TraceCopy frozen = traceOf(s.engine, 0);
    storeRelease(ring.limit, kNoLimit);
    callOften(s.engine, timer, 1);
    const TraceCopy released = traceOf(s.engine, 0);

    CHECK(frozen.first + frozen.records.size() == limit);
    CHECK(frozen.lost == 200 - 32);
    CHECK(kindsOf(released).substr(60) == "LSs");
}

TEST_CASE("a thread without memory for a ring loses its records, and they are counted") {
    EngineOptions options = traced(TraceMode::Latest, std::size_t{1} << 20U);
    options.segment.limit = kLeastSegment;
    Engine engine(options);
    const TimerId timer = engine.registerTimer("t");
    while (engine.segment().allocate(kPlaceUnit) != nullptr) {
    }
    callOften(engine, timer, 5);

    const Profile profile = engine.snapshot();
    CHECK(traceOf(engine, 0).records.empty());
    CHECK(flat(profile).at(0).calls == 5);
    CHECK_FALSE(profile.context.empty());
}

TEST_CASE("a ring as large as the segment is made smaller, and loses nothing that fits") {
    for (const std::size_t wanted : {std::size_t{1} << 26U, std::size_t{1} << 25U, kLargestRing}) {
        CAPTURE(wanted);
        Engine engine(traced(TraceMode::Drain, wanted));
        const TimerId timer = engine.registerTimer("t");
        callOften(engine, timer, 100);
        std::thread([&] { callOften(engine, timer, 100); }).join();

        for (std::uint32_t thread = 0; thread < 2; ++thread) {
            const TraceCopy copy = traceOf(engine, thread);
            CHECK(copy.records.size() == 201);
            CHECK(copy.lost == 0);
        }
    }
}

TEST_CASE("threads that follow each other in one area share its ring, each with a beginning") {
    TracedEngine s(TraceMode::Latest, std::size_t{1} << 12U);
    const TimerId timer = s.engine.registerTimer("t");
    for (int i = 0; i < 66; ++i) {
        std::thread([&] { s.engine.start(timer); }).join();
    }

    // The first area is used by the 65th thread again. What was open is stopped at a thread's end.
    CHECK(kindsOf(traceOf(s.engine, 0)) == "TSsTSs");
}

TEST_CASE("what is read while a thread writes at full speed is whole and in order") {
    Engine engine(traced(TraceMode::Latest, std::size_t{1} << 12U));
    const TimerId timer = engine.registerTimer("t");
    std::atomic<bool> begun{false};
    std::atomic<bool> over{false};
    std::thread writer([&] {
        while (!over) {
            callOften(engine, timer, 1000);
            begun = true;
        }
    });
    while (!begun) {
        std::this_thread::yield();
    }

    std::uint64_t damaged = 0;
    bool inOrder = true;
    for (int i = 0; i < 300; ++i) {
        const TraceCopy copy = traceOf(engine, 0);
        damaged += copy.damaged;
        inOrder = inOrder && alternates(copy);
    }
    over = true;
    writer.join();

    CHECK(damaged == 0);
    CHECK(inOrder);
}

TEST_CASE("a record with any bit changed is not taken for one") {
    TracedEngine s(TraceMode::Latest, kSmallRing);
    callOften(s.engine, s.engine.registerTimer("t"), 3);
    TraceRecord* const records = recordsOf(s.engine, 0);
    const TraceRecord whole = records[2];
    for (unsigned bit = 0; bit < 128; ++bit) {
        CAPTURE(bit);
        auto& word = bit < 64 ? records[2].time : records[2].what;
        word ^= std::uint64_t{1} << bit % 64U;

        const TraceCopy copy = traceOf(s.engine, 0);

        CHECK(copy.damaged == 1);
        CHECK(copy.records[2].kind() == TraceKind::Lost);
        records[2] = whole;
    }
}

TEST_CASE("a ring that points out of the segment is refused") {
    const std::vector<std::pair<const char*, std::size_t>> fields{
        {"records", offsetof(TraceRing, records)}, {"capacity", offsetof(TraceRing, capacityLog2)}};
    for (const auto& [eachWhat, offset] : fields) {
        const auto& what = eachWhat;
        CAPTURE(what);
        TracedEngine s(TraceMode::Latest, kSmallRing);
        callOften(s.engine, s.engine.registerTimer("t"), 3);
        const std::uint32_t nonsense = 0xfffffff0U;
        std::memcpy(reinterpret_cast<std::byte*>(&ringOf(s.engine, 0)) + offset, &nonsense,
                    sizeof nonsense);

        CHECK_THROWS_AS(traceOf(s.engine, 0), SegmentError);
    }
}

TEST_SUITE_END();
