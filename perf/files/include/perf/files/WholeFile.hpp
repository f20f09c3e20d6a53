#pragma once

#include <filesystem>
#include <string_view>

namespace gantry::perf {

/// Writes the file whole or not at all, as DraftFile says. Throws FileError.
void writeWhole(const std::filesystem::path& path, std::string_view text);

}  // namespace gantry::perf
