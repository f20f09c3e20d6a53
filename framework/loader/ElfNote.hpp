#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gantry::framework::loader {

/// Throws gantry::Error where a file is not a shared object for this machine, or is shorter than
/// its headers state: the dynamic linker would map such a file, and the process would be killed.
void requireWholeLibrary(const std::filesystem::path& file);

/// The content of a note of a shared object for this machine, read without loading it; name with
/// the zero at its end. Every size in the file is checked against what there is. Throws
/// gantry::Error where the file cannot be read, is no such object, is damaged, or has no such
/// note.
std::vector<unsigned char> readElfNote(const std::filesystem::path& file, const std::string& name,
                                       std::uint32_t type);

}  // namespace gantry::framework::loader
