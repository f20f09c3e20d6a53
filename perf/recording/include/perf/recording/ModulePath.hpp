#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// Where modules are: those that come with Gantry, and folders with others, of which the first one
/// that has a module of a name counts, also before Gantry's.
struct ModulePath {
    std::filesystem::path own;
    std::vector<std::filesystem::path> others{};
};

/// With the folders that a user gave, separated by ':', and then those of the environment variable
/// GANTRY_MODULE_PATH. Throws std::invalid_argument for a given folder that does not exist.
ModulePath modulePath(const std::filesystem::path& own, const std::string& given);

/// The file of each module, sorted by name.
std::vector<std::filesystem::path> modulesOn(const ModulePath& path);

/// As chosenModules() of ProgramModules.hpp, with the others: by name, and in `all`. Paths are
/// absolute. Throws std::invalid_argument for a name there is no module of, which names those there
/// are.
///
///     chosenModules({own, {"build"}}, "usual,sleeps", {"./solver"});
std::vector<std::filesystem::path> chosenModules(const ModulePath& path,
                                                 const std::optional<std::string>& choice,
                                                 const std::vector<std::string>& program);

}  // namespace gantry::perf
