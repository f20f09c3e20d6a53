#pragma once

#include <base/files/FileError.hpp>
#include <perf/model/Profile.hpp>

#include <filesystem>

namespace gantry::perf {

/// Writes the profile as JSON. The file is written atomically: it is written under another
/// name in the same folder, brought to the disk, and renamed; an error leaves nothing behind and an
/// older file as it was. Throws base::FileError, also when the path names something that is not a
/// regular file.
void writeProfile(const std::filesystem::path& path, const Profile& profile);

/// Reads such a file. Throws base::FileError when it cannot be read, and ProfileFormatError,
/// beginning with the path, when it is not a profile. Reads the whole file into memory.
///
///     const Profile profile = readProfile("run.json");
///     writeProfile("copy.json", profile);
Profile readProfile(const std::filesystem::path& path);

}  // namespace gantry::perf
