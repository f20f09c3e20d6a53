#pragma once

#include <perf/analysis/findings/TraceAnalysis.hpp>

#include <cstdint>
#include <vector>

namespace gantry::perf {

/// The steps of a replayed run: between collective calls of all ranks, in which each waits for all,
/// or else equal numbers of calls; several together where there are many. One where the run has few
/// calls. master: a thread; -1 for none.
std::vector<RunStep> stepsOf(const MpiTrace& run, const CallTimes& times,
                             const std::vector<Wait>& waits, std::int64_t master);

/// When the thread changes its call path if its calls are at other times: moments between two
/// calls, or inside one, keep their share of that piece. One for each change.
std::vector<std::int64_t> timesOfChanges(const MpiThread& all,
                                         const std::vector<CallTimes::Span>& calls,
                                         const CallTimes::Span& whole);

/// Gives the calls of a run and all moments between them other times.
void useTimes(MpiTrace& run, const CallTimes& times);

}  // namespace gantry::perf
