#pragma once

#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/StoreView.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// Copies what the rings of a segment hold now into chunks of a trace: the tables, the records of
/// each thread, the end. Of a ring that is drained, only the records that were not taken yet. The
/// writers are not stopped and do not notice. Empty if no thread is traced. Throws SegmentError if
/// the segment is damaged, and std::bad_alloc.
std::vector<std::string> chunksOf(SegmentBytes segment);

/// The same for the segment file of any process. The segment may grow meanwhile: the file is then
/// mapped again and read from the start. Throws SegmentError if that does not help.
std::vector<std::string> chunksOf(SegmentFile& file);

}  // namespace gantry::perf
