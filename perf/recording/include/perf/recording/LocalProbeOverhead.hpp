#pragma once

#include <perf/model/Profile.hpp>

namespace gantry::perf {

/// Measures what a start and stop costs with the metrics of a profile that does not say it, where
/// that was made on this machine and its metrics can be measured here; notes in its context that it
/// was measured afterwards. Else leaves the profile as it is. Takes about 1 ms. "This machine"
/// means the same host name and processor model. Never throws for metrics that cannot be measured.
void addProbeOverhead(Profile& profile);

}  // namespace gantry::perf
