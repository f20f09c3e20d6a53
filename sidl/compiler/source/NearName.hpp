#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sidlc {

/// Changes of one letter (another, one more, one less, two swapped) that make `b` of `a`, upper
/// and lower case taken as the same; more than `limit` gives limit + 1.
int nameDistance(std::string_view a, std::string_view b, int limit);

/// `; did you mean 'x'?` for the candidate that may have been meant, or nothing when none is near.
std::string nearNameHint(std::string_view wanted, const std::vector<std::string>& candidates);

}  // namespace sidlc
