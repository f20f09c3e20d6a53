#pragma once

#include <perf/model/Profile.hpp>

#include <filesystem>
#include <optional>

namespace gantry::tools {

/// Writes the profile and returns its path: the given one, or SCRIPT.gantry.json in the current
/// folder. A file that exists is never overwritten unless it was given by name: the default then
/// becomes SCRIPT.2.gantry.json and so on.
std::filesystem::path writeProfileFile(const perf::Profile& profile,
                                       const std::optional<std::filesystem::path>& given,
                                       const std::filesystem::path& script);

/// Reads a profile from an archive or a JSON document, which of them its first bytes tell. Throws
/// perf::ArchiveError, base::FileError or perf::ProfileFormatError.
perf::Profile readProfileFile(const std::filesystem::path& path);

}  // namespace gantry::tools
