#pragma once

#include <optional>
#include <string>

namespace gantry::tools {

/// The key of a server: from a file that only its owner can read, else from the variable
/// GANTRY_KEY; never from the command line, which other users see. Throws UsageError for a file
/// that cannot be used, std::runtime_error where there is no key.
std::string keyOfServer(const std::optional<std::string>& file);

}  // namespace gantry::tools
