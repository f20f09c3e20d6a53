#pragma once

#include <perf/segment/SegmentFile.hpp>

#include <chrono>
#include <vector>

namespace gantry::perf {

/// Those segments that nobody will miss at that moment: of processes that are gone and, by what the
/// segment says and by the time of its file, were last at work more than a day before. What cannot
/// be read is not among them. Reads the times of the files; removes nothing. moment: by the system
/// clock, now but for tests.
std::vector<SegmentInfo> forgottenOf(const std::vector<SegmentInfo>& infos,
                                     std::chrono::system_clock::time_point moment);

}  // namespace gantry::perf
