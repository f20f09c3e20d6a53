#pragma once

#include <tuning/Learned.hpp>

#include <vector>

namespace gates {

/// What bench-solvers --learn has measured of candidates on generated systems: the default cost
/// model. The names of its features are those of OperatorFeatures.
std::vector<tuning::Learned> experience();

}  // namespace gates
