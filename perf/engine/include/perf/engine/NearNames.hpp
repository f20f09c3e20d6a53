#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// Up to three of the names that differ from the wanted one in few letters, nearest first,
/// separated by commas; upper and lower case are alike. Empty where none is near.
std::string nearNames(std::string_view wanted, const std::vector<std::string>& names);

}  // namespace gantry::perf
