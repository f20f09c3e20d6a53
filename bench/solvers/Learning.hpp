#pragma once

#include <string>

namespace gantry::bench {

/// Measures the candidates of the linear gate's portfolio on the families of systems that constants
/// may be chosen on (tuning/Families.hpp), in sizes up to `rows`, and writes the default cost
/// model: components/gates/linear_gate/measuredSystems.hpp. Prints each system to std::cerr. Throws
/// std::runtime_error if the file cannot be written.
void learn(const std::string& file, int rows);

}  // namespace gantry::bench
