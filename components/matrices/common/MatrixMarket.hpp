#pragma once

#include <string>

#include "matrices/common/System.hpp"

namespace matrices {

/// Reads a real sparse matrix in Matrix Market coordinate form (general, symmetric,
/// skew-symmetric). Throws gantry::Error, naming file and line, for anything else.
System readMatrixMarket(const std::string& file);

/// Reads a vector in Matrix Market array or coordinate form, one column of that many rows.
std::vector<double> readMatrixMarketVector(const std::string& file, int rows);

}  // namespace matrices
