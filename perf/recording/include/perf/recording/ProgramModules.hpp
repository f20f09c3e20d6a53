#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// The modules that can be put into a program, by name, sorted: the shared objects in the folder.
std::vector<std::string> modulesIn(const std::filesystem::path& folder);

/// The files of the modules in the folder to put into a program (perf/modules), which is given with
/// its arguments. choice: names separated by commas, "all", "none", or nothing, which leaves it to
/// the program: the module for its MPI where it needs a library of MPI, is a launcher of ranks, or
/// was started by one. Throws std::invalid_argument for a name there is no module of.
///
///     chosenModules(folder, std::nullopt, {"mpirun", "-n", "4", "./solver"});    // that for MPI
std::vector<std::filesystem::path> chosenModules(const std::filesystem::path& folder,
                                                 const std::optional<std::string>& choice,
                                                 const std::vector<std::string>& program);

}  // namespace gantry::perf
