#pragma once

#include <perf/archive/Archive.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// The trace of a segment as an archive keeps it; why a part of it is missing goes to the context
/// of the profile. Throws SegmentError.
std::vector<ArchivedChunk> traceIn(SegmentFile& file, Profile& profile);
/// The number of records in those chunks, each counted once. Verifies all checksums, so linear in
/// their size. Throws TraceError.
std::uint64_t recordsIn(const std::vector<ArchivedChunk>& trace);

/// The line that says what was archived: "FILE: 3 timers, 1 thread, 1.2 s measured\n", with ranks,
/// records of a trace and damaged records where there are any.
std::string archivedText(const std::filesystem::path& output, const Profile& profile,
                         std::uint64_t damaged, std::uint64_t records);

/// Writes what a segment holds, its trace as well, to an archive, or only the profile where the
/// name ends in .json, and returns a line that says so. relation: what the file is to the segment,
/// such as "recovered from". Throws SegmentError, ArchiveError or base::FileError. The program may
/// go on: then this is the state of one moment. The line ends with a line break.
std::string archiveSegment(SegmentFile& file, const std::filesystem::path& output,
                           const std::string& relation);

}  // namespace gantry::perf
