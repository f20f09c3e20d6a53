#pragma once

#include <perf/archive/CheckedArchive.hpp>
#include <perf/model/Profile.hpp>

#include <filesystem>
#include <optional>

namespace gantry::perf {

/// Reads a profile from an archive or by an importer, which of them its first bytes tell. Throws
/// ArchiveError, or as importProfile; for a file of another known kind OtherFileError.
///
///     const Profile profile = readProfileFile("run.gantry");
Profile readProfileFile(const std::filesystem::path& path);

/// A profile, and the archive that it comes from, which stays open for what else is in it.
struct ProfileFile {
    Profile profile;
    std::optional<CheckedArchive> archive;  ///< nothing: the file has another format
};

/// As readProfileFile().
ProfileFile openProfileFile(const std::filesystem::path& path);

}  // namespace gantry::perf
