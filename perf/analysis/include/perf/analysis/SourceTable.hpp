#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <functional>
#include <optional>
#include <string>

namespace gantry::perf {

/// Gives the text of a source file by the path that the compiler knew; nothing where it is gone.
using SourceReader = std::function<std::optional<std::string>(const std::string& path)>;

/// The source files that samples were in, the one of most own time first. Empty where the program
/// had no debugging information.
ReportTable sourceFiles(const Profile& profile);

/// The lines of one source file with their share of all samples: those that samples were in, and
/// two around each of them; where its text is gone, their numbers alone. file: its path, or the end
/// of it from a folder on. Throws std::invalid_argument, which names files, where none or several
/// are called so.
ReportTable sourceLines(const Profile& profile, const std::string& file, const SourceReader& read);

}  // namespace gantry::perf
