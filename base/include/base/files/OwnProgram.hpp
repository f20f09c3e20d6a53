#pragma once

#include <filesystem>
#include <string>

namespace gantry::base {

/// The file that this process was started from. Throws std::filesystem::filesystem_error where the
/// system does not tell, as do the functions below.
std::filesystem::path ownProgram();

/// Its folder. What is installed with a program is found from there, so that an installed tree may
/// be moved.
std::filesystem::path ownProgramFolder();

/// How a shell starts this program: by its name where PATH finds it, otherwise by its file.
std::string ownProgramWord();

}  // namespace gantry::base
