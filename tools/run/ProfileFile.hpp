#pragma once

#include <perf/model/Profile.hpp>

#include <filesystem>

namespace gantry::tools {

/// Reads a profile from an archive or by an importer, which of them its first bytes tell. Throws
/// perf::ArchiveError, or as perf::importProfile.
perf::Profile readProfileFile(const std::filesystem::path& path);

}  // namespace gantry::tools
