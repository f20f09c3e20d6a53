#pragma once

#include <perf/archive/Archive.hpp>
#include <perf/model/Profile.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/trace/Trace.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// A trace wherever it was kept, and the profile of the same run where there is one.
struct TraceSource {
    std::vector<std::string> chunks;
    std::optional<perf::Profile> profile;
    bool running = false;            ///< the program goes on
    std::vector<std::string> notes;  ///< what is damaged or missing
};

/// Reads the trace of an archive, a trace file, a segment or a process. Throws what their readers
/// throw; std::runtime_error where there is no trace in it.
TraceSource readTraceSource(const std::string& word);

/// All of a segment's trace: its rings and, of a drained one, the file that most of it went into.
/// Empty where nothing is traced. What is wrong with that file becomes a note.
std::vector<std::string> traceOfSegment(perf::SegmentFile& file, const perf::Profile& profile,
                                        std::vector<std::string>& notes);

/// Where the trace of an archive stands that is not in it, see perf::kTraceBeside.
std::filesystem::path traceBeside(const std::filesystem::path& archive);

/// The chunks as an archive takes them. Throws perf::TraceError.
std::vector<perf::ArchivedChunk> archivedTrace(const std::vector<std::string>& chunks);

}  // namespace gantry::tools
