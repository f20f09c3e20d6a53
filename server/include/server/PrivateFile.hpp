#pragma once

#include <filesystem>
#include <string>

namespace gantry::server {

/// Makes a file that only this user can read: never an existing one, never by way of a link. Throws
/// std::system_error; what was begun is then removed.
void writePrivateFile(const std::filesystem::path& file, const std::string& text);

/// The first 1024 bytes of a regular file that only its owner can read, without the line feeds at
/// their end. Throws std::invalid_argument where others may read it, and where it cannot be read.
std::string readPrivateFile(const std::filesystem::path& file);

}  // namespace gantry::server
