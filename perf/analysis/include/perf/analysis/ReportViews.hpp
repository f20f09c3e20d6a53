#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/CallPaths.hpp>
#include <perf/model/Profile.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gantry::perf {

/// The metrics to show, by their places in the profile; the first one leads. Never empty.
using ShownMetrics = std::vector<std::size_t>;

/// All metrics of the profile; that of samples (SampledMetric.hpp) only where it is the only one.
ShownMetrics allMetrics(const Profile& profile);
/// The metric of that name. Throws std::invalid_argument, which names those that were measured.
ShownMetrics metricNamed(const Profile& profile, const std::string& name);

/// The started timers over all threads and ranks, largest exclusive value first. Values are as they
/// are in the profile: call compensatedWhereKnown() before, if they should be without the overhead.
ReportTable flatTable(const Profile& profile, const ShownMetrics& metrics);
/// Adds to a table of timers the measurement overhead of the calls of each one, by the leading
/// metric; nothing where that is not known.
void addOverhead(ReportTable& flat, const Profile& profile, const ShownMetrics& metrics);
/// The call paths, those of all threads together, largest inclusive value first.
ReportTable treeTable(const Profile& profile, const ShownMetrics& metrics);
/// The groups, largest exclusive value first. Inclusive: while any timer of the group ran.
ReportTable groupTable(const Profile& profile, const ShownMetrics& metrics);
/// The same for who has the call paths already: `paths` are callPathsOf(profile).
ReportTable groupTable(const Profile& profile, const ShownMetrics& metrics, const CallPaths& paths);
/// The timers of each phase, or of each instance of it, in the order of the phases. The exclusive
/// values of all rows add up to the total.
ReportTable phaseTable(const Profile& profile, const ShownMetrics& metrics, bool byInstance);
/// The threads in the order of first use, with what was measured on each; those that libraries made
/// for themselves, which measured nothing, only on request.
ReportTable threadTable(const Profile& profile, const ShownMetrics& metrics,
                        bool withLibraries = false);
/// The events, without the messages from rank to rank (MessageTable.hpp); quantiles are not numbers
/// (NaN) where none were kept.
ReportTable eventTable(const Profile& profile);
/// Each timer's leading metric over the ranks, largest exclusive sum first; empty for one process.
ReportTable rankTable(const Profile& profile, const ShownMetrics& metrics);

}  // namespace gantry::perf
