#pragma once

#include <vector>

#include "Harness.hpp"

namespace gantry::bench {

/// What it costs to assemble by scripts, and how that grows with the assembly.
std::vector<Figure> scripting(const Effort& effort);

}  // namespace gantry::bench
