#pragma once

#include <filesystem>
#include <string>

namespace gantry::perf {

/// Gives a finished file the first name that is free: STEM + ending, STEM.2 + ending, and so on;
/// returns it. Nothing is ever written over, also where several processes do this at once, and
/// under the name the file is whole at every moment. The file is in the folder of the stem, and on
/// the disk under its old name; the new one is not waited for. Throws
/// std::system_error; then the file is where it was.
std::filesystem::path moveToFreeName(const std::filesystem::path& file,
                                     const std::filesystem::path& stem, const std::string& ending);

/// A name next to the stem that no other process uses, for a file that is not finished; it contains
/// the process id.
std::filesystem::path nameInTheMaking(const std::filesystem::path& stem, const std::string& ending);

}  // namespace gantry::perf
