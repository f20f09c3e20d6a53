#pragma once

#include <filesystem>
#include <string>

namespace gantry::perf {

/// The segment that a word of the command line means: a file, or the process with that number in
/// the usual folder. Throws NotMeasuredError where the process is not being measured. A file
/// whose name is a number wins over a process. Of several programs that one process ran, the last
/// one is meant. A word that is not a number is returned as it is; whether it is a segment shows
/// when it is opened.
std::filesystem::path chooseSegment(const std::string& word);

}  // namespace gantry::perf
