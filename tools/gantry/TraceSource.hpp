#pragma once

#include <perf/model/Profile.hpp>

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

}  // namespace gantry::tools
