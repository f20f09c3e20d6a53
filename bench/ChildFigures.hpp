#pragma once

#include <vector>

#include "Harness.hpp"

namespace gantry::bench {

/// Measures in a child process and takes over the result. The calling process must have one
/// thread. Throws std::runtime_error with what was thrown there, or with how the process ended.
std::vector<Figure> figuresOfChild(const FigureSource& source, const Effort& effort);

}  // namespace gantry::bench
