#pragma once

#include <filesystem>
#include <string>

namespace gantry::tools {

/// The folder this program was started from; what belongs to it is found from there, so that an
/// installed tree may be moved. Throws std::filesystem::filesystem_error where the system does not
/// tell.
std::filesystem::path programFolder();

/// How a shell starts this program: gantry where PATH finds it, otherwise its file.
std::string programWord();

}  // namespace gantry::tools
