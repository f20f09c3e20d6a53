#include <perf/analysis/findings/WaitStates.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "TracedRanks.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

std::vector<Wait> measuredWaits(const MpiTrace& run) {
    return waitStates(run, measuredTimes(run));
}

std::int64_t sumOf(const MpiTrace& run, WaitKind kind) {
    return sumsOf(run, measuredWaits(run)).whole.timeNs.at(static_cast<std::size_t>(kind));
}

}  // namespace

TEST_SUITE_BEGIN("perf.findings.WaitStates");

TEST_CASE("a receive that begins before its send is a late sender, to the nanosecond") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.send(700, 720, 1);
    zero.end(900);
    one.receive(100, 800, 0);
    one.end(900);
    const MpiTrace run = readRanks({&zero, &one});
    const std::vector<Wait> waits = measuredWaits(run);
    REQUIRE(waits.size() == 1);
    CHECK(waits[0].kind == WaitKind::LateSender);
    CHECK(waits[0].timeNs == 600);
    CHECK(run.threads[waits[0].waiting.thread].rank == 1);
    CHECK(run.threads[waits[0].cause.thread].rank == 0);
    CHECK(run.pathText(run.at(waits[0].waiting).path) == "main > MPI_Recv");
}

TEST_CASE("a send that came before its receive makes nobody wait") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.send(100, 120, 1);
    one.receive(400, 410, 0);
    CHECK(measuredWaits(readRanks({&zero, &one})).empty());
}

TEST_CASE("a wait never exceeds the call that waits") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.send(700, 720, 1);
    one.receive(100, 300, 0);  // by clocks that differ
    const MpiTrace run = readRanks({&zero, &one});
    CHECK(sumOf(run, WaitKind::LateSender) == 200);
}

TEST_CASE("a call that completes several messages waits for the latest sender only") {
    TracedRank zero(0);
    TracedRank one(1);
    TracedRank two(2);
    zero.send(300, 310, 2);
    one.send(500, 510, 2);
    two.receive(100, 600, 0, "MPI_Waitall");
    two.received(1);
    const MpiTrace run = readRanks({&zero, &one, &two});
    const std::vector<Wait> waits = measuredWaits(run);
    REQUIRE(waits.size() == 1);
    CHECK(waits[0].timeNs == 400);
    CHECK(run.threads[waits[0].cause.thread].rank == 1);
}

TEST_CASE("a test does not wait") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.send(300, 310, 1);
    one.receive(100, 400, 0, "MPI_Test");
    CHECK(measuredWaits(readRanks({&zero, &one})).empty());
}

TEST_CASE("a message that was received later although it was sent before makes wrong order") {
    TracedRank zero(0);
    TracedRank one(1);
    TracedRank two(2);
    zero.send(300, 310, 2);
    one.send(50, 60, 2);
    two.receive(100, 400, 0);
    two.receive(410, 420, 1);
    const MpiTrace run = readRanks({&zero, &one, &two});
    CHECK(sumsOf(run, measuredWaits(run)).whole.wrongOrderNs == 200);
}

TEST_CASE("a send that blocks until its receive begins is a late receiver") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.send(100, 520, 1);
    one.receive(500, 530, 0);
    CHECK(sumOf(readRanks({&zero, &one}), WaitKind::LateReceiver) == 400);
}

TEST_CASE("a send that was buffered is not a late receiver") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.send(100, 120, 1);
    one.receive(500, 530, 0);
    CHECK(measuredWaits(readRanks({&zero, &one})).empty());
}

TEST_CASE("at a barrier and at all-to-all calls each waits for the last") {
    for (const char* const function : {"MPI_Barrier", "MPI_Allreduce"}) {
        CAPTURE(function);
        TracedRank zero(0);
        TracedRank one(1);
        TracedRank two(2);
        zero.collective(100, 450, function, 1);
        one.collective(250, 450, function, 0);
        two.collective(400, 450, function, 0);
        const MpiTrace run = readRanks({&zero, &one, &two});
        const WaitKind kind =
            std::string(function) == "MPI_Barrier" ? WaitKind::Barrier : WaitKind::AllToAll;
        CHECK(sumOf(run, kind) == 300 + 150);
        const WaitSums sums = sumsOf(run, measuredWaits(run));
        CHECK(sums.byCause[2].all() == 450);
        CHECK(sums.byThread[0].all() == 300);
    }
}

TEST_CASE("a broadcast waits for its root, and the root does not wait") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.collective(400, 410, "MPI_Bcast", 1);
    one.collective(100, 420, "MPI_Bcast");
    CHECK(sumOf(readRanks({&zero, &one}), WaitKind::LateBroadcast) == 300);
    TracedRank early(0);
    TracedRank late(1);
    early.collective(100, 110, "MPI_Bcast", 1);
    late.collective(400, 420, "MPI_Bcast");
    CHECK(measuredWaits(readRanks({&early, &late})).empty());
}

TEST_CASE("the root of a reduction waits for the last that hands in") {
    TracedRank zero(0);
    TracedRank one(1);
    TracedRank two(2);
    zero.collective(100, 500, "MPI_Reduce");
    one.collective(200, 210, "MPI_Reduce", 0);
    two.collective(450, 460, "MPI_Reduce", 0);
    const MpiTrace run = readRanks({&zero, &one, &two});
    CHECK(sumOf(run, WaitKind::EarlyReduce) == 350);
    CHECK(sumsOf(run, measuredWaits(run)).whole.count == 1);
}

TEST_CASE("a collective call in which a rank is missing has no waits") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.collective(100, 200, "MPI_Barrier");
    one.collective(150, 200, "MPI_Barrier");
    zero.collective(300, 900, "MPI_Barrier");
    const MpiTrace run = readRanks({&zero, &one});
    CHECK(sumOf(run, WaitKind::Barrier) == 50);
}

TEST_CASE("delay costs add up to the waits, and name the region that was longer") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.region(0, 900, "slow");
    zero.collective(900, 910, "MPI_Barrier");
    one.region(0, 100, "slow");
    one.region(100, 300, "other");
    one.collective(300, 910, "MPI_Barrier");
    const MpiTrace run = readRanks({&zero, &one});
    const DelayCosts delays = delayCosts(run, measuredTimes(run), measuredWaits(run));
    REQUIRE(delays.costs.size() == 1);
    CHECK(run.pathText(delays.costs[0].path) == "main > slow");
    CHECK(delays.costs[0].costNs == 600);
    CHECK(delays.unexplainedNs + delays.byOwnWaitsNs == 0);
}

TEST_CASE("the critical path jumps to the rank that came late and is as long as the run") {
    TracedRank zero(0);
    TracedRank one(1);
    zero.region(10, 600, "slow");
    zero.send(600, 610, 1);
    zero.end(620);
    one.region(10, 100, "quick");
    one.receive(100, 700, 0);
    one.region(700, 1000, "last");
    one.end(1000);
    const MpiTrace run = readRanks({&zero, &one});
    const CriticalPath path = criticalPath(run, measuredTimes(run), measuredWaits(run));
    CHECK(path.lengthNs == 1000);
    std::int64_t sum = 0;
    for (const CriticalPart& part : path.parts) {
        sum += part.timeNs;
    }
    CHECK(sum == 1000);
    REQUIRE(path.parts.size() >= 2);
    CHECK(run.pathText(path.parts[0].path) == "main > slow");
    CHECK(path.parts[0].timeNs == 590);
    CHECK(run.pathText(path.parts[1].path) == "main > last");
}

TEST_CASE("calls without a partner, and traces without MPI, are counted and left alone") {
    TracedRank zero(0);
    TracedRank none(1);
    zero.send(100, 110, 1);
    none.region(0, 100, "work");
    none.end(200);
    const MpiTrace run = readRanks({&zero, &none});
    CHECK(run.threads.size() == 1);
    CHECK(run.unmatched == 1);
    CHECK(measuredWaits(run).empty());
    CHECK(readRanks({&none}).threads.empty());
}
