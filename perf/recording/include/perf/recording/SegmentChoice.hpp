#pragma once

#include <filesystem>
#include <string>

namespace gantry::perf {

/// The segment that a word of the command line means: a file, or the process with that number in
/// the usual folder. Throws std::runtime_error where the process is not being measured.
std::filesystem::path chooseSegment(const std::string& word);

}  // namespace gantry::perf
