#pragma once

#include <perf/archive/Archive.hpp>
#include <perf/model/Profile.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// The chunks of a trace file. mayGrow: its program is still running, so a last chunk that is cut
/// off is not a fault. Adds what is damaged or missing to notes. Throws TraceError.
std::vector<std::string> chunksOfFile(const std::filesystem::path& path, bool mayGrow,
                                      std::vector<std::string>& notes);

/// All of a segment's trace: its rings and, of a drained one, the file that most of it went into.
/// Empty where nothing is traced. What is wrong with that file becomes a note. Throws SegmentError.
/// The parts may overlap: records that were in the rings and went into the file meanwhile are in
/// both, and Trace counts them once.
std::vector<std::string> traceOfSegment(SegmentFile& file, const Profile& profile,
                                        std::vector<std::string>& notes);

/// Where the trace of an archive stands that is not in it, see kTraceBeside. NAME.trace for
/// NAME.gantry. Whether there is such a file is not looked at.
std::filesystem::path traceBeside(const std::filesystem::path& archive);

/// The chunks as an archive takes them. Throws TraceError. Those whose records are all in other
/// chunks are left out; tables and ends stay.
std::vector<ArchivedChunk> archivedTrace(const std::vector<std::string>& chunks);

}  // namespace gantry::perf
