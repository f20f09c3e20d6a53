#pragma once

#include <perf/model/Profile.hpp>

#include <vector>

namespace gantry::perf {

/// The values of one call path and by how much they are off at most: where calls were not timed,
/// and in a compensated profile; otherwise 0. In the units of the metrics.
struct NodeValues {
    MetricValues inclusive;
    MetricValues exclusive;
    MetricValues inclusiveError;
    MetricValues exclusiveError;
};

/// Of each node of a thread of the profile, by its place. A few passes over the nodes. As many as
/// the thread has nodes. thread is one of profile.threads.
std::vector<NodeValues> nodeValues(const Profile& profile, const ThreadProfile& thread);

/// errorOfSum() for each metric that estimates have: the first ones, which are in place.
void addError(MetricValues& sum, const MetricValues& errors);

}  // namespace gantry::perf
