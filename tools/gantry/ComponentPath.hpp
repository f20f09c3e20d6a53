#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// Where components are looked for: the given folders (separated by ':'), then those of the
/// environment variables GANTRY_COMPONENT_PATH and CCA_COMPONENT_PATH, then ../lib/gantry beside
/// this program.
std::vector<std::filesystem::path> componentPath(const std::optional<std::string>& given);

/// The same for a run of a script. Also sets the environment variable GANTRY_PREFIX to the folder
/// that has this program in bin/ and Gantry's libraries in lib/, so that the script names folders
/// of this tree wherever it lies. Not safe while other threads run.
std::vector<std::filesystem::path> scriptComponentPath(const std::optional<std::string>& given);

}  // namespace gantry::tools
