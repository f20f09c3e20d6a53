#pragma once

#include <framework/Ranks.hpp>

#include "ApplicationRun.hpp"

namespace gantry::tools {

class MeasuredAssembly;
class RunTraces;

/// Gathers what all ranks measured, for the outcome of rank 0, which writes the files of the run;
/// each rank keeps its own trace. The components are still loaded. Collective: every rank calls it
/// with the same options. Where a rank is missing, it ends this one with its segment in place.
/// Throws perf::ProfileFormatError and gov::cca::CCAException.
void collectResults(MeasuredAssembly& measured, const RunOptions& options,
                    const framework::Ranks& ranks, RunTraces& traces, RunOutcome& outcome);

}  // namespace gantry::tools
