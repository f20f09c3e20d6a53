#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gantry::bench {

using Settings = std::vector<std::pair<std::string, std::string>>;

/// A component class with parameters in text form.
struct Setup {
    std::string name;
    std::string className;
    Settings settings;
};

/// The systems that are solved; small ones where only the program itself is tested.
std::vector<Setup> systems(bool small);

/// The solvers that are compared.
std::vector<Setup> solvers();

}  // namespace gantry::bench
