#include <perf/analysis/findings/PartReplay.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "TracedRanks.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::uint64_t kMs = 1'000'000;

// Two ranks work so many ms in a part each, then meet in it; what comes behind the last that came
// is the network.
void meet(TracedRank& a, TracedRank& b, std::uint64_t from, std::uint64_t workA,
          std::uint64_t workB, std::uint64_t network) {
    const std::uint64_t end = from + (std::max(workA, workB) + network) * kMs;
    a.collective(from + workA * kMs, end, "MPI_Barrier", 1);
    b.collective(from + workB * kMs, end, "MPI_Barrier", 0);
}

TraceAnalysis twoParts() {
    TracedRank a(0);
    TracedRank b(1);
    for (TracedRank* const rank : {&a, &b}) {
        rank->call(0, 1, "MPI_Init");
        rank->enter(1, "assemble", TimerKind::Phase);
    }
    // Each meeting waits for another rank: balanced as a whole, and serialized.
    meet(a, b, 1, 1, 3, 0);
    meet(a, b, 1 + 3 * kMs, 3, 1, 0);
    for (TracedRank* const rank : {&a, &b}) {
        rank->leave(1 + 6 * kMs);
        rank->enter(1 + 6 * kMs, "solve");
    }
    // Equal work; a quarter of the time is the network.
    meet(a, b, 1 + 6 * kMs, 3, 3, 1);
    for (TracedRank* const rank : {&a, &b}) {
        rank->leave(1 + 10 * kMs);
        rank->call(1 + 10 * kMs, 2 + 10 * kMs, "MPI_Finalize");
        rank->end(3 + 10 * kMs);
    }
    MpiTrace run = readRanks({&a, &b});
    return analysisOf(run, defaultMachine(), false);
}

}  // namespace

TEST_SUITE_BEGIN("perf.findings.PartReplay");

TEST_CASE("each phase and region has its own serialization and transfer") {
    const TraceAnalysis trace = twoParts();

    const PartReplay* const phase = trace.partNamed("assemble", true);
    REQUIRE(phase != nullptr);
    CHECK(phase->serialization == doctest::Approx(4.0 / 6).epsilon(0.001));
    CHECK(phase->transfer == doctest::Approx(1).epsilon(0.001));
    const PartReplay* const region = trace.partNamed("solve", false);
    REQUIRE(region != nullptr);
    CHECK(region->serialization == doctest::Approx(1).epsilon(0.001));
    CHECK(region->transfer == doctest::Approx(0.75).epsilon(0.001));
    CHECK(region->idealNs == doctest::Approx(3e6).epsilon(0.001));
    CHECK(region->referenceNs == doctest::Approx(4e6).epsilon(0.001));
}

TEST_CASE(
    "a phase is a region as well where the outermost timer calls it, and others are neither") {
    const TraceAnalysis trace = twoParts();
    CHECK(trace.partNamed("assemble", false) != nullptr);
    CHECK(trace.partNamed("solve", true) == nullptr);
    CHECK(trace.partNamed("MPI_Barrier", false) == nullptr);
}

TEST_CASE(
    "the table of efficiency has both columns, with a dash where the trace has no such part") {
    ReportTable table{"efficiency", "part", {}, {}, {}, 0};
    table.columns = {{"kind", "", ""}, {"name", "part", ""}};
    table.rows = {{std::string("run"), std::string("whole run")},
                  {std::string("phase"), std::string("assemble")},
                  {std::string("region"), std::string("elsewhere")}};
    const TraceAnalysis trace = twoParts();

    addReplay(table, trace);

    REQUIRE(table.columns.size() == 4);
    CHECK(std::get<double>(table.rows[0][2]) == doctest::Approx(trace.serialization * 100));
    CHECK(std::get<double>(table.rows[1][2]) == doctest::Approx(66.7).epsilon(0.01));
    CHECK(std::get<std::string>(table.rows[2][3]) == "-");
}

TEST_SUITE_END();
