#pragma once

#include <framework/AssemblyInfo.hpp>

#include <string>
#include <vector>

namespace gantry::framework {

/// Component classes with their ports and parameters for people, in lines of at most 80 columns
/// where names are short. Printable; ends with a line feed.
std::string listText(const std::vector<ClassInfo>& classes);

/// Everything that one class says of itself, in tables of ports and of parameters.
std::string detailsText(const ClassInfo& component);

}  // namespace gantry::framework
