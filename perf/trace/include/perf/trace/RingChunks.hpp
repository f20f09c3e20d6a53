#pragma once

#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/StoreView.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// Everything that is in the rings of a segment now, as chunks of a trace: the tables, the records,
/// the end. Of drained rings what was not taken yet. The writers are neither stopped nor told.
/// Empty where nothing is traced. Throws SegmentError or std::bad_alloc.
std::vector<std::string> chunksOf(SegmentBytes segment);

/// The same of the segment of any process, which may go on growing.
std::vector<std::string> chunksOf(SegmentFile& file);

}  // namespace gantry::perf
