#include <memory>
#include <vector>

#include "Harness.hpp"
#include "engine/Figures.hpp"
#include "engine/Rows.hpp"

namespace {

using namespace gantry::bench;

using CaseMaker = Case (*)(Assembly& assembly);

// In the order of the table; a yardstick stands before what is compared with it.
constexpr CaseMaker kCases[] = {
    twoVirtualCalls,
    twoClockReads,
    // Pairs and the scope guard.
    pairNull,
    scopeWithoutBackend,
    scopeNull,
    scopeDisabled,
    scopeNative,
    scopeCounted,
    disabledGroup,
    pairFlat,
    pairNested,
    pairRecursive,
    pairOfMany,
    sampledPair,
    sampledPairNested,
    tracedPair,
    tracedPairNested,
    // Several tools behind one port.
    scopeWithoutTool,
    pairOneTool,
    pairTwoTools,
    // Several metrics.
    twoReadsOfCpu,
    pairWithCpu,
    twoReadsOfTwo,
    pairWithTwo,
    twoReadsOfFour,
    pairWithFour,
    twoReadsOfPapi,
    pairWithPapi,
    twoReadsOfPapiAndTwo,
    pairWithPapiAndTwo,
    // Events.
    eventTrigger,
    eventTriggerWithQuantiles,
    // What was measured, read while the program runs.
    readOneOfFew,
    readOneOfMany,
    differenceOfMany,
    // Code that is timed with gantry.h; last, because the backend that was made last measures it.
    programWithoutLibrary,
    programDisabledGroup,
    programSwitchedOff,
    programPair,
    programScope,
};

// Each in a process of its own.
const std::vector<FigureSource> kFigures = {
    {"two threads", twoThreads},
    {"snapshot beside few", snapshotsBesideFew},
    {"snapshot beside all", snapshotsBesideAll},
    {"start-up", startUp},
    {"memory per timer", memoryPerTimer},
    {"many timers", manyTimers},
    {"live threads", liveThreads},
    {"short threads", shortThreads},
    {"archive", archive},
    {"trace file", traceFiles},
    {"command line", command},
    {"measured runs", measuredRuns},
    {"multiplexer: swap", exchangePauses},
};

}  // namespace

int main(int argc, char** argv) {
    std::unique_ptr<Assembly> assembly;
    const auto cases = [&assembly] {
        assembly = std::make_unique<Assembly>();
        std::vector<Case> made;
        for (const CaseMaker maker : kCases) {
            made.push_back(maker(*assembly));
        }
        return made;
    };
    return runBenchmark(
        argc, argv,
        {"Times start/stop and events through the performance port, with the null and the native\n"
         "backend loaded from their shared objects, against bare virtual calls and bare reads of\n"
         "the same clocks; and further measurement overhead.",
         cases, kFigures});
}
