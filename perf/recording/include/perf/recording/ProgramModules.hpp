#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// The modules that can be put into a program, by name, sorted: the shared objects in the folder.
std::vector<std::string> modulesIn(const std::filesystem::path& folder);

/// The files of the modules in the folder to put into a program (perf/modules), which is given with
/// its arguments. choice: names separated by commas, "all" or "none". Two words, also in a list,
/// leave it to the program: "mpi-if-used" is the module for its MPI where it needs a library of
/// MPI, is a launcher of ranks, or was started by one; "usual", which no choice stands for, is that
/// and those for files, posix and stdio, python for a program in Python, functions or xray for
/// a program that was compiled with -finstrument-functions or -fxray-instrument, and every module
/// that says itself that it is for a library the program needs (ModuleFacts), as far as they were
/// built. Throws std::invalid_argument for a name there is no module of.
///
///     chosenModules(folder, std::nullopt, {"mpirun", "-n", "4", "./solver"});    // that for MPI
std::vector<std::filesystem::path> chosenModules(const std::filesystem::path& folder,
                                                 const std::optional<std::string>& choice,
                                                 const std::vector<std::string>& program);

/// The words of such a choice.
std::vector<std::string> moduleWords(const std::string& list);

}  // namespace gantry::perf
