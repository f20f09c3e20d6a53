#pragma once

#include <cstdint>
#include <string>

#include "matrices/common/System.hpp"

namespace matrices {

/// What is to be generated.
struct Recipe {
    /// One of kFamilies.
    std::string family;
    /// Points along an edge of the grid; of random_spd the number of rows.
    int size = 0;
    /// What it means, the family says.
    double strength = 0;
    /// Of random numbers.
    std::int64_t seed = 0;
};

/// poisson2d, poisson3d: -laplace(u). anisotropic2d: strength is the conductivity across over that
/// along. jump2d: the conductivity in the left half is strength times that in the right one.
/// heat2d: u - strength * laplace(u) in grid units, a time step. convection2d: a wind around the
/// middle, strength is the cell Peclet number. helmholtz2d: -laplace(u) - strength^2 u, strength is
/// wave number times grid width, so symmetric and indefinite. random_spd: eight random entries a
/// row, symmetric, the diagonal exceeds the sum of its row by the share strength.
inline constexpr const char* kFamilies =
    "poisson2d|poisson3d|anisotropic2d|jump2d|heat2d|convection2d|helmholtz2d|random_spd";

/// Throws gantry::Error if family, size or strength makes no sense. The operators are five or seven
/// point differences on a square or cubic grid with `size` points along an edge and zero boundary
/// values, so they have size^2 or size^3 rows. Equal recipes give equal systems. The right side is
/// left empty. Linear in the number of entries.
System generate(const Recipe& recipe);

}  // namespace matrices
