#pragma once

#include <perf/project/Project.hpp>

#include <filesystem>
#include <string>

namespace gantry::perf {

/// The texts of a project, a line each, and a table of its runs, with how long each was measured,
/// "missing" or "damaged". file: of the project. Reads the file of every run. Printable characters
/// only.
std::string projectText(const Project& project, const std::filesystem::path& file);

}  // namespace gantry::perf
