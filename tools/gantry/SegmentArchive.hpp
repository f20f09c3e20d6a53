#pragma once

#include <perf/segment/SegmentFile.hpp>

#include <filesystem>
#include <string>

namespace gantry::tools {

/// Writes what a segment holds, its trace as well, to an archive, or only the profile where the
/// name ends in .json, and returns a line that says so. relation: what the file is to the segment,
/// such as "recovered from". Throws perf::SegmentError, perf::ArchiveError or perf::FileError.
std::string archiveSegment(perf::SegmentFile& file, const std::filesystem::path& output,
                           const std::string& relation);

}  // namespace gantry::tools
