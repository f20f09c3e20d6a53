#pragma once

#include <perf/model/Profile.hpp>
#include <perf/trace/Trace.hpp>

#include <ostream>
#include <string>
#include <vector>

namespace gantry::perf {

/// The measurement of one run that is exported. Both must outlive the call.
struct ExportSource {
    const Profile& profile;
    const Trace* trace = nullptr;  ///< null if the run has none
};

/// A file format of another tool, or for exchange. Each format has a folder in perf/exporters,
/// which defines `Exporter NAMEExporter()`; the build finds it there. A value of pointers to static
/// data; copy it freely. Any thread may export; one source may be exported by several at once.
struct Exporter {
    const char* name;     ///< the name of the folder; for people who choose one
    const char* summary;  ///< what the file contains and which tools open it
    const char* leftOut;  ///< what the format cannot carry; empty if it carries everything
    const char* suffix;   ///< of the file, for example ".csv"
    bool needsTrace;      ///< whether write() requires ExportSource::trace

    /// Writes the whole file. Names may have any bytes; each format says how it writes those that
    /// are not UTF-8. Memory does not grow with the trace. Errors of the stream are left in its
    /// state, for the caller to check. Throws TraceError for a damaged trace.
    void (*write)(const ExportSource& source, std::ostream& output);
};

/// All exporters, in the order of their names.
std::vector<Exporter> allExporters();

/// The exporter of that name. Throws std::invalid_argument, which suggests a name.
Exporter exporterNamed(const std::string& name);

}  // namespace gantry::perf
