#pragma once

#include <string>
#include <vector>

namespace gantry::perf {

/// The source files that the debugging information of a program or shared object names, with the
/// folders that the compiler knew them in, sorted. Empty for a file without debugging information
/// or that cannot be read, and where Gantry was built without libdw. Reads the tables of all units:
/// some milliseconds for each MiB of debugging information.
std::vector<std::string> debugSources(const std::string& file);

}  // namespace gantry::perf
