#pragma once

#include <filesystem>

namespace gantry::tools {

/// The folder this program was started from; what belongs to it is found from there, so that an
/// installed tree may be moved. Throws std::filesystem::filesystem_error where the system does not
/// tell.
std::filesystem::path programFolder();

}  // namespace gantry::tools
