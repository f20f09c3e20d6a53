#pragma once

#include <tuning/Candidate.hpp>
#include <tuning/Choice.hpp>

#include <string>
#include <vector>

namespace strategies {

/// A choice as a sentence for people. best: the best cost known when it was made; infinity for
/// none. Costs are shown as they are, without a unit: the objective may be any formula.
std::string explain(const tuning::Choice& choice, const std::vector<tuning::Candidate>& candidates,
                    double best);

}  // namespace strategies
