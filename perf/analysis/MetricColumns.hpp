#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/model/Metric.hpp>
#include <perf/model/Profile.hpp>

#include <cstddef>
#include <vector>

/// The columns that tables of timers have in common: what each metric shows, and a share.
namespace gantry::perf {

void addMetricColumns(ReportTable& table, const Profile& profile, const ShownMetrics& metrics);

/// The values below these columns; total: of the leading metric, as totalOf().
void addMetricValues(std::vector<ReportValue>& row, const MetricValues& inclusive,
                     const MetricValues& exclusive, const ShownMetrics& metrics, double total);

/// In percent; 0 of nothing.
double shareOf(double part, double whole);

/// What was measured of the metric on all threads.
double totalOf(const Profile& profile, std::size_t metric);

}  // namespace gantry::perf
