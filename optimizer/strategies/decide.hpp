#pragma once

#include "Policy.hpp"

namespace strategies {

/// One choice: the policy's, unless all candidates are in quarantine; the clock of the context
/// advances. Throws what the policy throws.
Pick decide(const Policy& policy, const Request& request);

}  // namespace strategies
