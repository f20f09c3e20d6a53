#pragma once

#include <perf/segment/StoreView.hpp>
#include <perf/trace/Trace.hpp>

#include <map>
#include <string>

namespace gantry::perf {

/// Where a trace was recorded: `rank`, `size`, `job`, `pid`, `machine.host`, `machine.bootId`, and
/// comparisons of clocks (docs/formats/clock.md), as far as they are known.
using TraceFacts = std::map<std::string, std::string>;

/// The facts of a segment that belong into its trace, as a whole chunk of kind kFactsChunk. Throws
/// SegmentError if the segment itself is damaged.
std::string factsChunk(SegmentBytes segment);

/// The facts of a trace; of one key the latest. Throws TraceError if a chunk of them is damaged.
///
///     const TraceFacts facts = factsOf(trace);
///     const auto rank = facts.find("rank");
TraceFacts factsOf(const Trace& trace);

}  // namespace gantry::perf
