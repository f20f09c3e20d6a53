#pragma once

#include <string>

#include "matrices/common/System.hpp"

namespace matrices {

/// Reads a real assembled matrix of a Harwell-Boeing or Rutherford-Boeing file (unsymmetric,
/// rectangular, symmetric, skew-symmetric), with the first right side that a Harwell-Boeing file
/// holds in full. Throws gantry::Error, naming file and line, for anything else.
///
/// The format is that of I. Duff, R. Grimes and J. Lewis, Users' Guide for the Harwell-Boeing
/// Sparse Matrix Collection (1992), and The Rutherford-Boeing Sparse Matrix Collection (1997):
/// columns, indices from 1, numbers in fixed fields as Fortran formats name them. Symmetric
/// matrices are returned in full. Reads the file into memory; linear in its size.
System readHarwellBoeing(const std::string& name);

}  // namespace matrices
