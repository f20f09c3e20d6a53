#pragma once

#include <framework/AssemblyInfo.hpp>

#include <string>
#include <vector>

namespace gantry::framework {

/// One JSON document of component classes, with their ports and parameters, and of the libraries
/// that were rejected; bytes that are not UTF-8 are replaced. A pure function. Ends with a line
/// feed.
std::string toJson(const std::vector<ClassInfo>& classes,
                   const std::vector<RejectedLibrary>& rejected);

}  // namespace gantry::framework
