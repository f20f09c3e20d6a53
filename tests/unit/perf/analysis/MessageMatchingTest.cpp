#include <perf/analysis/MessageMatching.hpp>
#include <perf/trace/RingChunks.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "TracedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// A rank that is traced as the module for MPI does it: a call, then the events about it.
class Rank final {
public:
    void send(std::uint64_t begin, std::uint64_t end, const std::string& way, double bytes,
              int tag) {
        call(begin, end);
        trigger("MPI_Send bytes sent", bytes);
        trigger("MPI message " + way, bytes);
        trigger("MPI tag", tag);
    }

    void receive(std::uint64_t begin, std::uint64_t end, const std::string& way, double bytes,
                 int tag, int posted) {
        call(begin, end);
        trigger("MPI received " + way, bytes);
        trigger("MPI tag", tag);
        trigger("MPI posted", posted);
    }

    void collective(std::uint64_t begin, std::uint64_t end, int instance,
                    const std::string& function = "MPI_call") {
        call(begin, end, function);
        trigger("MPI collective calls, c", 4);
        trigger("MPI instance", instance);
    }
    void gave(const std::string& way, double bytes) { trigger("MPI collective " + way, bytes); }

    void only(const std::string& event, double value) { trigger(event, value); }

    void fact(const std::string& key, const std::string& value) {
        traced_.engine.addFact(key, value);
    }

    Trace trace() { return Trace(chunksOf(bytesOf(traced_.engine.segment()))); }

private:
    void call(std::uint64_t begin, std::uint64_t end, const std::string& function = "MPI_call") {
        const TimerId timer = traced_.engine.registerTimer(function, "", "MPI");
        traced_.at(begin).start(timer);
        traced_.at(end).stop(timer);
    }

    void trigger(const std::string& event, double value) {
        traced_.engine.trigger(traced_.engine.registerEvent(event), value);
    }

    TracedEngine traced_{TraceMode::Latest};
};

MessageMatching matched(std::initializer_list<Rank*> ranks) {
    MessageMatcher matcher;
    for (Rank* const rank : ranks) {
        matcher.add(rank->trace());
    }
    return matcher.result();
}

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.MessageMatching");

TEST_CASE("a message is matched from the begin of its send to the end of its receive") {
    Rank both;
    both.send(100, 130, "0 -> 1, 8+ B, c", 8, 5);
    both.receive(140, 170, "0 -> 1, 8+ B, c", 8, 5, 0);
    const MessageMatching found = matched({&both});
    REQUIRE(found.messages.size() == 1);
    const MatchedMessage& message = found.messages[0];
    CHECK(message.received - message.sent == 70);
    CHECK(message.from == 0);
    CHECK(message.to == 1);
    CHECK(message.tag == 5);
    CHECK(message.bytes == 8);
    CHECK(message.communicator == "c");
    CHECK(found.neverReceived + found.neverSent + found.differing + found.beforeSent == 0);
}

TEST_CASE(
    "tags and communicators keep messages apart; among equal ones the order of posting counts") {
    Rank both;
    both.send(10, 11, "0 -> 1, 1 B, c", 1, 0);
    both.send(20, 21, "0 -> 1, 2+ B, c", 2, 0);
    both.send(30, 31, "0 -> 1, 2+ B, c", 3, 7);
    both.send(40, 41, "0 -> 1, 4+ B, d", 4, 0);
    both.receive(50, 51, "0 -> 1, 4+ B, d", 4, 0, 9);
    both.receive(52, 53, "0 -> 1, 2+ B, c", 2, 0, 4);  // posted second, completed first
    both.receive(54, 55, "0 -> 1, 1 B, c", 1, 0, 3);
    both.receive(56, 57, "0 -> 1, 2+ B, c", 3, 7, 1);
    const MessageMatching found = matched({&both});
    REQUIRE(found.messages.size() == 4);
    for (std::size_t place = 0; place < 4; ++place) {
        CHECK(found.messages[place].bytes == static_cast<std::int64_t>(place) + 1);
    }
    CHECK(found.differing == 0);
}

TEST_CASE("a size that is not a number of bytes is a missing record, not a message") {
    Rank both;
    both.send(100, 130, "0 -> 1, 8+ B, c", 8, 5);
    both.receive(140, 170, "0 -> 1, 8+ B, c", 8, 5, 0);
    both.only("MPI message 0 -> 1, 8+ B, c", 1e300);
    both.only("MPI received 0 -> 1, 8+ B, c", -0x1.8p63);
    const MessageMatching found = matched({&both});
    REQUIRE(found.messages.size() == 1);
    CHECK(found.messages[0].bytes == 8);
    CHECK(found.neverReceived + found.neverSent == 0);
    CHECK(found.missing == 2);
}

TEST_CASE("what has no partner is counted, and so is what came before it was sent") {
    Rank both;
    both.receive(2, 3, "0 -> 1, 2+ B, c", 2, 0, 0);
    both.send(10, 11, "0 -> 1, 1 B, c", 1, 0);
    both.send(20, 21, "0 -> 1, 1 B, c", 1, 0);
    both.receive(30, 31, "2 -> 1, 1 B, c", 1, 0, 1);
    const MessageMatching found = matched({&both});
    CHECK(found.messages.size() == 1);
    CHECK(found.neverReceived == 1);
    CHECK(found.neverSent == 1);
    CHECK(found.differing == 1);
    CHECK(found.beforeSent == 1);
}

TEST_CASE("instances of collective calls are whole when all ranks made them") {
    Rank zero;
    Rank one;
    for (int instance = 0; instance < 3; ++instance) {
        zero.collective(10, 20, instance);
        if (instance < 2) {
            one.collective(10, 20, instance);
        }
    }
    const MessageMatching found = matched({&zero, &one});
    REQUIRE(found.collectives.size() == 1);
    CHECK(found.collectives[0] == CollectiveInstances{"c", 2, 2, 1});
}

namespace {

// A rank whose clock is its own, with comparisons with that of rank 0.
void ownClock(Rank& rank, int number, std::initializer_list<const char*> readings) {
    rank.fact("rank", std::to_string(number));
    rank.fact("machine.host", "node" + std::to_string(number));
    rank.fact("machine.bootId", "boot" + std::to_string(number));
    if (number == 0) {
        rank.fact("clock.0", "reference");
    }
    int count = 0;
    for (const char* const reading : readings) {
        rank.fact("clock." + std::to_string(number) + "." + std::to_string(count++), reading);
    }
}

}  // namespace

TEST_CASE("ranks that name one clock are not corrected") {
    Rank zero;
    Rank one;
    zero.send(1000, 1010, "0 -> 1, 1 B, c", 1, 0);
    one.receive(900, 990, "0 -> 1, 1 B, c", 1, 0, 0);
    const MessageMatching found = matched({&zero, &one});
    CHECK(found.clock.oneClock);
    CHECK(!found.clock.repair);
    CHECK(found.clock.brokenAsMeasured == 1);
    CHECK(found.beforeSent == 1);
    CHECK(found.messages.at(0).received - found.messages.at(0).sent == -10);
}

TEST_CASE("times of compared clocks are interpolated, and the trace says to what bound") {
    Rank zero;
    Rank one;
    ownClock(zero, 0, {});
    // At 1000 the other shows 11000, at 3000 it shows 15000: it runs at twice the rate.
    ownClock(one, 1, {"11000 1000 20", "15000 3000 40"});
    zero.send(2000, 2010, "0 -> 1, 1 B, c", 1, 0);
    one.receive(13'000, 14'000, "0 -> 1, 1 B, c", 1, 0, 0);
    const MessageMatching found = matched({&zero, &one});
    CHECK(!found.clock.oneClock);
    REQUIRE(found.clock.traces.size() == 2);
    CHECK(found.clock.traces[0].kind == TraceClockState::Kind::Reference);
    CHECK(found.clock.traces[1].kind == TraceClockState::Kind::Compared);
    CHECK(found.clock.traces[1].boundNs == doctest::Approx(35));
    CHECK(found.messages.at(0).received - found.messages.at(0).sent == 500);
    REQUIRE(found.clock.repair);
    CHECK(found.clock.repair->moved == 0);
}

TEST_CASE("a message that seems to be received before it was sent is moved, and this is reported") {
    Rank zero;
    Rank one;
    ownClock(zero, 0, {});
    ownClock(one, 1, {"11000 1000 20"});  // the rank died: there is no second comparison
    zero.send(2000, 2010, "0 -> 1, 1 B, c", 1, 0);
    one.receive(11'500, 11'900, "0 -> 1, 1 B, c", 1, 0, 0);
    const MessageMatching found = matched({&zero, &one});
    CHECK(found.clock.traces[1].kind == TraceClockState::Kind::BeginOnly);
    CHECK(found.clock.brokenAsMeasured == 1);
    REQUIRE(found.clock.repair);
    CHECK(found.clock.repair->broken == 0);
    CHECK(found.clock.repair->largestShiftNs == 200);  // to 100 ns after 2000
    CHECK(found.messages.at(0).received - found.messages.at(0).sent == 100);
    CHECK(found.beforeSent == 0);
}

TEST_CASE("without comparisons the system's time counts, and the messages put it right") {
    Rank zero;
    Rank one;
    ownClock(zero, 0, {});
    ownClock(one, 1, {"no reading"});
    zero.send(1'000'000'000'000, 1'000'000'000'010, "0 -> 1, 1 B, c", 1, 0);
    one.receive(10, 20, "0 -> 1, 1 B, c", 1, 0, 0);
    const MessageMatching found = matched({&zero, &one});
    CHECK(found.clock.traces[1].kind == TraceClockState::Kind::NotCompared);
    CHECK(found.clock.repair->broken == 0);
    CHECK(found.beforeSent == 0);
}

TEST_CASE("a barrier ends after all have begun it, a broadcast after the root has") {
    Rank zero;
    Rank one;
    ownClock(zero, 0, {});
    ownClock(one, 1, {"1 1 1", "1000000 1000000 1"});
    zero.collective(5000, 5100, 0, "MPI_Barrier");
    one.collective(1000, 1100, 0, "MPI_Barrier");
    zero.collective(9000, 9100, 1, "MPI_Bcast");
    zero.gave("0 -> 1, 4+ B, c", 4);
    one.collective(6000, 6100, 1, "MPI_Bcast");
    zero.collective(9500, 9600, 2, "MPI_Bcast");  // of nothing: nobody waits
    zero.gave("0 -> 1, 0 B, c", 0);
    one.collective(9300, 9400, 2, "MPI_Bcast");
    const MessageMatching found = matched({&zero, &one});
    CHECK(found.communicators == std::vector<CommunicatorTime>{{"c", 6, 600}});
    CHECK(found.clock.orders == 3);  // two ends of the barrier, one of the broadcast
    CHECK(found.clock.brokenAsMeasured == 2);
    CHECK(found.clock.repair->broken == 0);
}

TEST_CASE("traces without receives, and no traces at all, are valid") {
    Rank zero;
    Rank one;
    ownClock(zero, 0, {});
    ownClock(one, 1, {});
    zero.send(10, 20, "0 -> 1, 1 B, c", 1, 0);
    const MessageMatching found = matched({&zero, &one});
    CHECK(found.neverReceived == 1);
    CHECK(found.clock.repair->moved == 0);
    CHECK(matched({}).messages.empty());
}

TEST_CASE("a clock that went backwards is counted") {
    Rank zero;
    zero.send(100, 110, "0 -> 1, 1 B, c", 1, 0);
    zero.send(50, 60, "0 -> 1, 1 B, c", 1, 0);
    zero.receive(200, 210, "0 -> 1, 1 B, c", 1, 0, 0);
    CHECK(matched({&zero}).clock.backwards == 1);
}

TEST_CASE("functions that do not block order nothing") {
    CHECK(collectiveKind("MPI_Barrier collective") == CollectiveKind::Barrier);
    CHECK(collectiveKind("MPI_Ibarrier") == CollectiveKind::None);
    CHECK(collectiveKind("MPI_Gatherv") == CollectiveKind::Root);
    CHECK(collectiveKind("MPI_Exscan") == CollectiveKind::ByRank);
    CHECK(collectiveKind("Barrier") == CollectiveKind::None);
}

TEST_SUITE_END();
