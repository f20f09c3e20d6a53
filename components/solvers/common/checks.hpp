#pragma once

#include <linear/Limits.hpp>
#include <linear/Operator.hpp>
#include <sidl/rarray.hpp>

#include <cstdint>
#include <span>

namespace solvers {

/// The checks of what a user passes to linear.LinearSolver, apart from those of the operator
/// (Matrix.hpp). All throw InvalidInput with the fault and what is expected.

/// Empty if there is no operator.
void checkGiven(const linear::Operator* matrix);
/// WrongSize if the vectors do not have n elements each.
void checkLengths(std::int32_t n, const sidl::rarray<double>& b, const sidl::rarray<double>& x);
/// BadLimits for a tolerance that is not positive, and for negative limits.
void checkLimits(const linear::Limits& limits);
/// The elements of a vector with one finite element per row; else WrongSize or NotFinite. name
/// begins the message.
std::span<double> checkedVector(sidl::rarray<double> vector, int rows, const char* name);

}  // namespace solvers
