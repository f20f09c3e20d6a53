#pragma once

#include <perf/model/ThreadProfile.hpp>

#include <vector>

namespace gantry::perf {

/// Makes estimated values agree with those around them, parents before children: one that is less
/// than what is inside it is raised, and where the values inside a call path are more than its own,
/// the estimates among them are lowered, each by the same part of what it may give. Values of calls
/// that were all timed stay as they are. Cost: three passes over the nodes. Parents come before
/// their children, as in every ThreadProfile.
void fitEstimates(std::vector<CallPathNode>& nodes);

}  // namespace gantry::perf
