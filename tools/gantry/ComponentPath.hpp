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

}  // namespace gantry::tools
