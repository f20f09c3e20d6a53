#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// The value of LD_PRELOAD that loads these libraries into a program, in this order. before: its
/// value so far, which stays in front (a sanitizer insists on being the first); a library that it
/// names is not named again. Does not look whether the libraries exist. Throws std::runtime_error
/// for a path that LD_PRELOAD cannot hold.
///
///     preloadedLibraries({"/opt/lib/libgantry.so"}, "/lib/libasan.so");
///     // "/lib/libasan.so:/opt/lib/libgantry.so"
std::string preloadedLibraries(const std::vector<std::filesystem::path>& libraries,
                               const std::string& before);

}  // namespace gantry::perf
