#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gantry::base {

/// Up to three of the candidates that may have been meant by a name that is none of them, separated
/// by ", ": nearest first, then in alphabetical order; empty where none is near. Distance is the
/// number of letters inserted, removed, replaced or swapped with a neighbour, upper and lower case
/// being alike; near is up to a third of the name's length, and 1 for short names. No name longer
/// than 200 bytes is near another. Costs the product of the lengths for each candidate. The
/// distance is that of Damerau and Levenshtein in its restricted form: nothing is edited twice.
std::string nearNames(std::string_view name, const std::vector<std::string>& candidates);

/// The end of a message about an unknown name: "; did you mean 'x'?" with the nearest candidate,
/// or nothing where none is near.
std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates);

/// The same; where no candidate is near it lists what there is: "; there are: a, b", cut after a
/// few names, or "; there is none".
std::string suggest(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace gantry::base
