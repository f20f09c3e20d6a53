#pragma once

#include <filesystem>
#include <string>

namespace gantry::framework::script {

/// Writes a file whole or not at all, over one that exists. Throws gantry::Error naming the file
/// and why.
void writeFile(const std::filesystem::path& file, const std::string& text);

/// Throws gantry::Error naming the file and why it cannot be read.
std::string readFile(const std::filesystem::path& file);

}  // namespace gantry::framework::script
