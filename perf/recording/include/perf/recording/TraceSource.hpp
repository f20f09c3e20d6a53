#pragma once

#include <perf/archive/CheckedArchive.hpp>
#include <perf/model/Profile.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// A trace, wherever it is kept, and the profile of the same run if there is one. The chunks are
/// input for Trace.
struct TraceSource {
    std::vector<std::string> chunks;  ///< empty: there is no trace
    std::optional<perf::Profile> profile;
    bool running = false;            ///< the program goes on
    std::vector<std::string> notes;  ///< what is damaged or missing
};

/// Reads the trace of an archive, a trace file, a segment or a process: `word` is a path or a
/// process id. Throws what the reader of each throws.
///
/// Which of these the word means is decided by the content of the file; what is neither an archive
/// nor a trace is taken for a segment or a process. Reads the whole trace into memory.
TraceSource readTraceSource(const std::string& word);

/// The same for an archive that is open already, whose path is `word`; without the profile.
TraceSource traceInArchive(CheckedArchive& archive, const std::string& word);

}  // namespace gantry::perf
