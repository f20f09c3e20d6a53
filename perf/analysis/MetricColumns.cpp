#include "MetricColumns.hpp"

namespace gantry::perf {

void addMetricColumns(ReportTable& table, const Profile& profile, const ShownMetrics& metrics) {
    for (const std::size_t m : metrics) {
        const Metric& metric = profile.metrics[m];
        table.columns.push_back({metric.name + ".inclusive", metric.name + " incl.", metric.unit});
        table.columns.push_back({metric.name + ".exclusive", metric.name + " excl.", metric.unit});
    }
    table.columns.push_back({"share", "share", "%"});
}

double shareOf(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

void addMetricValues(std::vector<ReportValue>& row, const MetricValues& inclusive,
                     const MetricValues& exclusive, const ShownMetrics& metrics, double total) {
    for (const std::size_t m : metrics) {
        row.emplace_back(inclusive[m]);
        row.emplace_back(exclusive[m]);
    }
    row.emplace_back(shareOf(static_cast<double>(exclusive[metrics.front()]), total));
}

double totalOf(const Profile& profile, std::size_t metric) {
    double total = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            total += node.parent < 0 ? static_cast<double>(node.inclusive[metric]) : 0;
        }
    }
    return total;
}

}  // namespace gantry::perf
