#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <vector>

#include "ReportTable.hpp"

namespace gantry::tools {

/// The metrics to show, by their places in the profile; the first one leads. Never empty.
using ShownMetrics = std::vector<std::size_t>;

/// All metrics of the profile.
ShownMetrics allMetrics(const perf::Profile& profile);

/// The started timers over all threads and ranks, largest exclusive value first.
ReportTable flatTable(const perf::Profile& profile, const ShownMetrics& metrics);
/// Adds to a table of timers what the measurement overhead of the calls of each one, by the leading
/// metric; nothing where that is not known.
void addOverhead(ReportTable& flat, const perf::Profile& profile, const ShownMetrics& metrics);
/// The call paths, those of all threads together, largest inclusive value first.
ReportTable treeTable(const perf::Profile& profile, const ShownMetrics& metrics);
/// The groups, largest exclusive value first. Inclusive: while any timer of the group ran.
ReportTable groupTable(const perf::Profile& profile, const ShownMetrics& metrics);
/// The threads in the order of first use, with what was measured on each.
ReportTable threadTable(const perf::Profile& profile, const ShownMetrics& metrics);
/// The events; quantiles are not numbers (NaN) where none were kept.
ReportTable eventTable(const perf::Profile& profile);
/// Each timer's leading metric over the ranks, largest exclusive sum first; empty for one process.
ReportTable rankTable(const perf::Profile& profile, const ShownMetrics& metrics);

}  // namespace gantry::tools
