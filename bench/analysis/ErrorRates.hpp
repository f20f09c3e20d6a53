#pragma once

#include <vector>

#include "Harness.hpp"

namespace gantry::bench {

/// How often comparisons of generated runs of a program with 1,000 call paths are wrong: equal
/// ones, and those in which one row takes a tenth longer.
std::vector<Figure> comparisonRates(const Effort& effort);

/// The same of gates, on series of simulated runs with noise and drift.
std::vector<Figure> gateRates(const Effort& effort);

}  // namespace gantry::bench
