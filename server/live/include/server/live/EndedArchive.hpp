#pragma once

#include <perf/model/ProcessInfo.hpp>

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace gantry::server {

/// The folder that a process works in; empty where the system does not say.
std::filesystem::path workingFolderOf(pid_t process);

/// The archive of a process that has ended, among those in a folder that were written since it
/// began: the one of the same process, and of the same run, host and boot where these are known.
/// Nothing: it is not there, or not yet. Reads the profile of each archive that is new enough.
std::optional<std::filesystem::path> archiveOf(const perf::ProcessInfo& process,
                                               const std::filesystem::path& folder,
                                               std::filesystem::file_time_type notBefore);

}  // namespace gantry::server
