#pragma once

#include <perf/model/Profile.hpp>

#include <filesystem>

namespace gantry::perf {

/// Reads a profile from an archive or by an importer, which of them its first bytes tell. Throws
/// ArchiveError, or as importProfile; for a file of another known kind OtherFileError.
///
///     const Profile profile = readProfileFile("run.gantry");
Profile readProfileFile(const std::filesystem::path& path);

}  // namespace gantry::perf
