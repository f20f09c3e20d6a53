#pragma once

#include <filesystem>

namespace gantry::tools {

/// Where `gantry calibrate` keeps what it measured on this machine, and `gantry analyze` looks for
/// it: gantry/machine-HOST.json in the user's folder for data (XDG_DATA_HOME, or .local/share in
/// the home folder). Empty where there is none.
std::filesystem::path machineFile();

}  // namespace gantry::tools
