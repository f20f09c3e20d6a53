#pragma once

#include <perf/analysis/findings/MachineModel.hpp>
#include <perf/analysis/findings/TraceAnalysis.hpp>
#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>
#include <perf/timeline/Timeline.hpp>

#include <optional>
#include <string>

namespace gantry::tools {

/// Changes of the assembly and decisions of tuners; empty for a file that is not an archive. Throws
/// perf::ArchiveError.
perf::History decisionsOf(const std::string& file);

/// What the trace of a run says of its ranks; nothing where there is none. `shared`: more ranks
/// than cores. Prints notes on what is missing to standard error. Reads the whole trace.
std::optional<perf::TraceAnalysis> traceAnalysisOf(const std::string& file,
                                                   const perf::MachineModel& machine, bool shared);

/// What `gantry analyze` finds in a run, for a page of the viewer: docs/formats/analysis.md. Empty
/// where the run cannot be judged. Of long traces only the profile is looked at, so that pages open
/// soon.
std::string analysisForPage(const std::string& file, const perf::Profile& profile,
                            const std::optional<perf::Timeline>& timeline);

}  // namespace gantry::tools
