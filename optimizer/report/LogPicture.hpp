#pragma once

#include <tuning/Entry.hpp>

#include <string>
#include <vector>

namespace records {

/// The decisions as an SVG picture: for each context, at most 10, the cost of all calls over the
/// requests served, beside what the choice and the initial candidate alone would have cost, and
/// what was learned of each candidate. A picture that says so without entries.
std::string logPicture(const std::vector<tuning::Entry>& entries);

}  // namespace records
