#pragma once

#include <perf/segment/SegmentFile.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// "live" while its process measures, "ended" where measuring has exited normally, "stale" where
/// the process was killed, or "unreadable".
const char* segmentState(const SegmentInfo& info) noexcept;

/// Segments as a table, in the order given. The names in it may hold any characters.
///
///     std::cout << segmentsTable(segmentsIn(segmentFolder()));
std::string segmentsTable(const std::vector<SegmentInfo>& infos);

/// The same as one JSON document, an array; bytes that are not UTF-8 are replaced.
std::string segmentsJson(const std::vector<SegmentInfo>& infos);

}  // namespace gantry::perf
