#pragma once

#include <perf/model/Profile.hpp>

#include <filesystem>

namespace gantry::perf {

/// Makes sure that the profile of an archive says which process each of its threads belongs to.
/// Archives of an older Gantry do not; where they are of one process, it follows from what they
/// say of it. Throws MergeError where it does not.
void requireProcesses(Profile& profile, const std::filesystem::path& file);

}  // namespace gantry::perf
