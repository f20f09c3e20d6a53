#pragma once

#include <string>

#include "matrices/common/System.hpp"

namespace matrices {

/// Reads a real assembled matrix of a Harwell-Boeing or Rutherford-Boeing file (unsymmetric,
/// rectangular, symmetric, skew-symmetric), with the first right side that a Harwell-Boeing file
/// holds in full. Throws gantry::Error, naming file and line, for anything else.
System readHarwellBoeing(const std::string& file);

}  // namespace matrices
