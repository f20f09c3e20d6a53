#pragma once

#include <tuning/Learned.hpp>

#include "ContextState.hpp"
#include "CostModel.hpp"

namespace strategies {

/// Whether what was stored can be used: it may come from another version or a damaged file.
bool isSound(const tuning::Learned& known);

/// Names and values; for what isSound().
Features featuresOf(const tuning::Learned& known);

/// Makes what an earlier run has learned of a candidate an estimate, which the calls of this run
/// soon outweigh.
void recall(ContextState& state, Arm& arm, const tuning::Learned& known);

}  // namespace strategies
