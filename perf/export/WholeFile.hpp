#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gantry::perf {

/// Throws ProfileFileError: WHAT PATH: the system's text for the error.
[[noreturn]] void failOnFile(const std::filesystem::path& path, const std::string& what, int error);

/// Writes the file whole or not at all, as writeProfile() says.
void writeWhole(const std::filesystem::path& path, std::string_view text);

}  // namespace gantry::perf
