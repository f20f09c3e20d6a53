#pragma once

#include <string>

#include "matrices/common/System.hpp"

namespace matrices {

/// Reads a real sparse matrix in Matrix Market coordinate form (general, symmetric,
/// skew-symmetric). Throws gantry::Error, naming file and line, for anything else.
///
/// The format is that of R. Boisvert, R. Pozo and K. Remington, The Matrix Market Exchange Formats
/// (NIST, 1996). Symmetric matrices are returned in full. Reads the file into memory; linear in its
/// size but for the sort within rows.
System readMatrixMarket(const std::string& name);

/// Reads a vector in Matrix Market array or coordinate form, one column of that many rows.
/// Positions that a coordinate file leaves out are 0. Throws gantry::Error as readMatrixMarket.
std::vector<double> readMatrixMarketVector(const std::string& name, int rows);

}  // namespace matrices
