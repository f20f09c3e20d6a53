#pragma once

#include <set>
#include <string>
#include <vector>

namespace gantry::perf {

/// The source files that the debugging information of a program or shared object names, with the
/// folders that the compiler knew them in, sorted. Empty for a file without debugging information
/// or that cannot be read, and where Gantry was built without libdw. Reads the tables of all units:
/// some milliseconds for each MiB of debugging information.
std::vector<std::string> debugSources(const std::string& file);

/// The source files that functions of a program or shared object begin in, by their names without
/// parameters. Empty under the same conditions. Demangles all symbols of the file: 0.2 s for
/// 100,000.
std::set<std::string> functionSources(const std::string& file,
                                      const std::set<std::string>& functions);

}  // namespace gantry::perf
