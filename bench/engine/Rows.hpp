#pragma once

#include <vector>

#include "Assembly.hpp"
#include "Harness.hpp"

/// The rows of bench-engine. A function that returns a Case makes what it measures; the assembly
/// outlives the case. docs in README.md.
namespace gantry::bench {

// Yardsticks: YardstickRows.cpp
inline constexpr const char* kTwoCalls = "two virtual calls";
inline constexpr const char* kTwoReads = "two clock reads";
Case twoVirtualCalls(Assembly& assembly);
Case twoClockReads(Assembly& assembly);

// A pair of start and stop through the port: PairRows.cpp
Case pairNull(Assembly& assembly);
Case pairFlat(Assembly& assembly);
Case pairNested(Assembly& assembly);
Case pairRecursive(Assembly& assembly);
Case pairOfMany(Assembly& assembly);
// Most calls are counted and not timed.
Case sampledPair(Assembly& assembly);
Case sampledPairNested(Assembly& assembly);
// With a trace beside the profile.
Case tracedPair(Assembly& assembly);
Case tracedPairNested(Assembly& assembly);

// The scope guard: ScopeRows.cpp
Case scopeWithoutBackend(Assembly& assembly);
Case scopeNull(Assembly& assembly);
Case scopeDisabled(Assembly& assembly);
Case scopeNative(Assembly& assembly);
// Most calls are counted by the scope itself.
Case scopeCounted(Assembly& assembly);
Case disabledGroup(Assembly& assembly);

// Backends behind performance.Multiplexer: MultiplexerRows.cpp
Case scopeWithoutTool(Assembly& assembly);
Case pairOneTool(Assembly& assembly);
Case pairTwoTools(Assembly& assembly);
std::vector<Figure> exchangePauses(const Effort& effort);

// A program that is not a component, over gantry.h: ProgramRows.cpp
Case programWithoutLibrary(Assembly& assembly);
Case programDisabledGroup(Assembly& assembly);
Case programSwitchedOff(Assembly& assembly);
Case programPair(Assembly& assembly);
Case programScope(Assembly& assembly);

// Several metrics, each pair of rows with its yardstick first: MetricRows.cpp
Case twoReadsOfCpu(Assembly& assembly);
Case pairWithCpu(Assembly& assembly);
Case twoReadsOfTwo(Assembly& assembly);
Case pairWithTwo(Assembly& assembly);
Case twoReadsOfFour(Assembly& assembly);
Case pairWithFour(Assembly& assembly);
// With the first event of PAPI that this machine counts, each in a thread of its own, since PAPI
// counts one set of events at a time in a thread; skipped where it counts none: PapiRows.cpp
Case twoReadsOfPapi(Assembly& assembly);
Case pairWithPapi(Assembly& assembly);
Case twoReadsOfPapiAndTwo(Assembly& assembly);
Case pairWithPapiAndTwo(Assembly& assembly);

// Values handed in: EventRows.cpp
Case eventTrigger(Assembly& assembly);
Case eventTriggerWithQuantiles(Assembly& assembly);

// Values of one timer beside many others: ReadingRows.cpp
Case readOneOfFew(Assembly& assembly);
Case readOneOfMany(Assembly& assembly);
Case differenceOfMany(Assembly& assembly);

}  // namespace gantry::bench
