#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// The modules that can be put into a program, by name, sorted: the shared objects in the folder
/// lib/gantry/modules beside this program.
std::vector<std::string> modules();

/// The files of the modules to put into a program (perf/modules), which is given with its
/// arguments. choice: names separated by commas, "all", "none", or nothing, which leaves it to the
/// program: the module for its MPI where it needs a library of MPI, is a launcher of ranks, or was
/// started by one. Throws UsageError for a name there is no module of.
std::vector<std::filesystem::path> chosenModules(const std::optional<std::string>& choice,
                                                 const std::vector<std::string>& program);

}  // namespace gantry::tools
