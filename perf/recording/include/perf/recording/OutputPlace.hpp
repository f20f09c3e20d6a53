#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace gantry::perf {

/// Makes sure, before a program runs, that a file can be written at its end: its folder exists and
/// lets this user make files, and the name is not taken by anything but a regular file. Leaves
/// nothing behind and an older file as it is. A full disk passes: it may have space by then. Throws
/// base::FileError.
void requireOutput(const std::filesystem::path& file);

/// Where writeSomewhere() has written, and why not to the requested place; no problem if it was
/// there.
struct WrittenFile {
    std::filesystem::path file;
    std::string problem;
};

/// Calls write(wanted); where that throws, the same with a name that nobody else uses in the
/// current folder, in the one for temporary files, and in segmentFolder(), which is in memory, and
/// says so in the problem. Where none works it throws what the first call threw.
///
/// So that what was measured is not lost because a folder was removed or a disk ran full while the
/// program ran. Ignores SIGXFSZ meanwhile: a file beyond the limit of the process is then an error
/// like any other. Not for several threads at once.
WrittenFile writeSomewhere(const std::filesystem::path& wanted,
                           const std::function<void(const std::filesystem::path&)>& write);

}  // namespace gantry::perf
