#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gantry::framework {

/// Where components are looked for, in this order: the given folders, separated by ':'; those of
/// the environment variables GANTRY_COMPONENT_PATH and CCA_COMPONENT_PATH; the installed ones.
/// Throws std::invalid_argument where a given folder is not there; others may be missing.
///
///     Framework framework(componentPath("own:more", prefix / "lib" / "gantry"));
std::vector<std::filesystem::path> componentPath(const std::string& given,
                                                 const std::filesystem::path& installed);

}  // namespace gantry::framework
