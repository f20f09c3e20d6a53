#pragma once

#include <tuning/Decision.hpp>
#include <tuning/Trial.hpp>

#include <string>
#include <vector>

namespace records {

/// What was tried before a run: each candidate on each subject (a function to integrate, a system
/// to solve), what failed and why, and the decision for all subjects where there is one, which has
/// no subject. accuracy: the required one, of the subjects' own unit. For people; at most six
/// subjects.
std::string trialText(double accuracy, const std::vector<tuning::Trial>& trials,
                      const std::vector<tuning::Decision>& decisions);

}  // namespace records
