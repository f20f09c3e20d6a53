#pragma once

#include <filesystem>
#include <string>

namespace gantry::perf {

/// A folder for the segments of a program that is about to run, and why it is not the one that was
/// wanted; no problem if it is.
struct SegmentPlace {
    std::filesystem::path folder;
    std::string problem;
};

/// The folder of that name, made where it is missing: absolute, and of this user alone. "auto" is
/// segmentFolder() or, where that cannot be used, one in the folder for temporary files, so that
/// the program runs all the same. Throws std::invalid_argument, which says why the folder cannot be
/// used. A folder that others can write is refused: they could put their own files in place of
/// segments.
SegmentPlace segmentPlace(const std::string& word);

}  // namespace gantry::perf
