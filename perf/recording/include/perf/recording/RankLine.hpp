#pragma once

#include <perf/analysis/RankLines.hpp>
#include <perf/segment/SegmentFile.hpp>

namespace gantry::perf {

/// A process as it is now, from its segment, without a rate; compensated where the measurement
/// overhead is known. What cannot be read is the problem of the line: a process may end, and be
/// archived, at any time.
RankLine rankLineOf(const SegmentInfo& info);

}  // namespace gantry::perf
