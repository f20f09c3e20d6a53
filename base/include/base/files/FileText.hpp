#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gantry::base {

/// All bytes of a file. Nothing where it cannot be read: it does not exist, is a folder, or access
/// is denied. The caller knows what the file is for, and reports that. Memory as much as the file
/// has.
std::optional<std::string> fileText(const std::filesystem::path& file);

}  // namespace gantry::base
