#include <perf/analysis/MessageMatching.hpp>
#include <perf/trace/RingChunks.hpp>

#include <doctest/doctest.h>

#include <string>

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

    void collective(std::uint64_t begin, std::uint64_t end, int instance) {
        call(begin, end);
        trigger("MPI collective calls, c", 4);
        trigger("MPI instance", instance);
    }

    Trace trace() { return Trace(chunksOf(bytesOf(traced_.engine.segment()))); }

private:
    void call(std::uint64_t begin, std::uint64_t end) {
        const TimerId timer = traced_.engine.registerTimer("MPI_call", "", "MPI");
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

TEST_SUITE_END();
