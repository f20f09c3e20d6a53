#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gantry::perf {

/// What a file is that is not a profile, and the command that reads it, such as "it is a tuning
/// store; `gantry tuning show FILE` reads it"; nothing where it may be a profile, an archive, or
/// cannot be read. Recognised by its first bytes.
std::optional<std::string> describeOtherFile(const std::filesystem::path& file);

}  // namespace gantry::perf
