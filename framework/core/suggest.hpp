#pragma once

#include <string>
#include <vector>

namespace gantry::framework {

/// The end of a message about an unknown name: "; did you mean 'x'?" where one of names is near,
/// else what there is:
/// "; there are: a, b", cut after a few names, or "; there is none".
std::string suggest(const std::string& name, const std::vector<std::string>& names);

}  // namespace gantry::framework
