#pragma once

#include <perf/model/Profile.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry::perf {

/// The part of a trace that is exported: from one time to another, both in ns since the measurement
/// began. Calls that reach beyond are cut at its ends. The default is everything.
struct ExportWindow {
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t to = std::numeric_limits<std::int64_t>::max();
};

/// The trace of one process.
struct RankTrace {
    std::uint32_t rank = 0;  ///< 0 for a run of one process
    const Trace* trace = nullptr;
};

/// The measurement of one run that is exported, with what was selected of it. All that it refers to
/// must outlive the call. A format without times ignores the traces; which those are says
/// Exporter::trace.
struct ExportSource {
    const Profile& profile;
    std::vector<RankTrace> traces{};      ///< in the order of the ranks; empty if there is no trace
    ExportWindow window{};                ///< of the traces; the profile has no times
    std::vector<std::uint32_t> rankOf{};  ///< by place in Profile::threads; empty: not known
};

/// The rank of a thread of the profile, by its place; 0 where it is not known. One look-up.
std::uint32_t rankOf(const ExportSource& source, std::size_t thread) noexcept;

/// Whether a format makes use of a trace.
enum class TraceUse : std::uint8_t {
    None,
    Optional,  ///< it contains the trace if there is one, and else the profile
    Required,
};

/// A file format of another tool, or for exchange. Each format has a folder in perf/exporters,
/// which defines `Exporter NAMEExporter()`; the build finds it there. A value of pointers to static
/// data; copy it freely. Any thread may export; one source may be exported by several at once.
///
///     const Exporter csv = exporterNamed("csv");
///     csv.write(ExportSource{profile}, output);
struct Exporter {
    const char* name = "";     ///< the name of the folder; for people who choose one
    const char* summary = "";  ///< what the file contains and which tools open it
    const char* leftOut = "";  ///< what the format cannot carry; empty if it carries everything
    const char* suffix = "";   ///< of the file, for example ".csv"
    TraceUse trace = TraceUse::None;

    /// Writes the whole file; null for a format of several files. Names may have any bytes; each
    /// format says how it writes those that are not UTF-8. Memory does not grow with the trace.
    /// Errors of the stream are left in its state, for the caller to check. Throws TraceError for a
    /// damaged trace, and ExportError.
    void (*write)(const ExportSource& source, std::ostream& output) = nullptr;

    /// Writes files into an empty folder, under names that the format prescribes; null for a format
    /// of one file. Throws base::FileError where a file cannot be written, and as write() does.
    void (*writeFolder)(const ExportSource& source, const std::filesystem::path& folder) = nullptr;
};

/// What was measured cannot be written in this format: why, and what to do. Nothing is wrong with
/// the run: it lacks what the format needs, such as a trace.
class ExportError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// All exporters, in the order of their names. The list is made by the build from the folders. Any
/// thread.
std::vector<Exporter> allExporters();

/// The exporter of that name. Throws std::invalid_argument, which suggests a name. Names are
/// compared exactly.
Exporter exporterNamed(const std::string& name);

}  // namespace gantry::perf
