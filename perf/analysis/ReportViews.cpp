#include <perf/analysis/MessageTable.hpp>
#include <perf/analysis/ProfileLines.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/model/CallPaths.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/NodeValues.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/SampledMetric.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "MetricColumns.hpp"

namespace gantry::perf {

namespace {

using Shown = ReportColumn::Shown;

// Values of all call paths that belong to one row.
struct Sums {
    std::int64_t calls = 0;
    std::int64_t childCalls = 0;
    std::int64_t threads = 0;
    bool running = false;
    MetricValues inclusive{};
    MetricValues exclusive{};
    std::int64_t untimed = 0;
    MetricValues inclusiveError{};
    MetricValues exclusiveError{};
};

// Whether values are estimates, so that it is to be said how far they can be off.
bool hasErrors(const Profile& profile) {
    return allUntimed(profile) > 0 || isCompensated(profile);
}

// Only in a profile that is concerned.
void addErrorColumns(ReportTable& table, const Profile& profile, const ShownMetrics& metrics) {
    if (!hasErrors(profile)) {
        return;
    }
    for (const std::size_t m : metrics) {
        const Metric& metric = profile.metrics[m];
        const Shown shown = m == metrics.front() ? Shown::Always : Shown::ToPrograms;
        table.columns.push_back({metric.name + ".exclusiveError", "+- excl.", metric.unit, shown});
        table.columns.push_back({metric.name + ".inclusiveError", metric.name + " +- incl.",
                                 metric.unit, Shown::ToPrograms});
    }
    if (allUntimed(profile) > 0) {
        table.columns.push_back({"untimed", "calls not timed", "", Shown::ToPrograms});
    }
}

// Line: with untimed, exclusiveError and inclusiveError.
template <class Line>
void addErrorValues(std::vector<ReportValue>& row, const Line& line, const Profile& profile,
                    const ShownMetrics& metrics) {
    if (!hasErrors(profile)) {
        return;
    }
    for (const std::size_t m : metrics) {
        row.emplace_back(line.exclusiveError[m]);
        row.emplace_back(line.inclusiveError[m]);
    }
    if (allUntimed(profile) > 0) {
        row.emplace_back(static_cast<std::int64_t>(line.untimed));
    }
}

// The sums of each call path over the threads.
std::vector<Sums> sumsOf(const Profile& profile, const CallPaths& paths) {
    std::vector<Sums> sums(paths.paths.size());
    std::vector<std::pair<MetricValues, MetricValues>> overhead(paths.paths.size());
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        const ThreadProfile& thread = profile.threads[t];
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        const std::vector<MetricValues> errors = exclusiveErrors(thread);
        const OverheadErrors ofOverhead = overheadErrors(profile, thread);
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            const CallPathNode& node = thread.nodes[i];
            Sums& sum = sums[static_cast<std::size_t>(paths.pathOf[t][i])];
            sum.calls += static_cast<std::int64_t>(node.calls);
            sum.childCalls += static_cast<std::int64_t>(node.childCalls);
            sum.threads += 1;
            sum.running = sum.running || node.running;
            sum.inclusive += node.inclusive;
            sum.exclusive += exclusive[i];
            sum.untimed += static_cast<std::int64_t>(node.untimed);
            addError(sum.inclusiveError, node.error);
            addError(sum.exclusiveError, errors[i]);
            auto& [inclusive, own] = overhead[static_cast<std::size_t>(paths.pathOf[t][i])];
            inclusive += ofOverhead.inclusive[i];
            own += ofOverhead.exclusive[i];
        }
    }
    // Errors of the overhead add up, those of estimates do not.
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i].inclusiveError += overhead[i].first;
        sums[i].exclusiveError += overhead[i].second;
    }
    return sums;
}

// Functions that were only sampled have a value of that metric alone, and timers that were never
// sampled have none of it.
bool hasValue(const Profile& profile, const ShownMetrics& metrics, std::int64_t calls,
              const MetricValues& inclusive) {
    const bool sampledAlone = metrics.size() == 1 && metrics[0] == sampledMetric(profile);
    return (calls > 0 && !sampledAlone) ||
           std::any_of(metrics.begin(), metrics.end(),
                       [&inclusive](std::size_t m) { return inclusive[m] != 0; });
}

}  // namespace

ShownMetrics allMetrics(const Profile& profile) {
    ShownMetrics metrics;
    const auto sampled = sampledMetric(profile);
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        if (m != sampled || profile.metrics.size() == 1) {
            metrics.push_back(m);
        }
    }
    return metrics;
}

ShownMetrics metricNamed(const Profile& profile, const std::string& name) {
    std::string known;
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        if (profile.metrics[m].name == name) {
            return {m};
        }
        known += (m == 0 ? "" : ", ") + profile.metrics[m].name;
    }
    throw std::invalid_argument("'" + name + "' is not a measured metric; measured: " + known);
}

ReportTable flatTable(const Profile& profile, const ShownMetrics& metrics) {
    ReportTable table{"flat", "timer", {}, {}, {}, 0};
    table.columns = {{"component", "component", ""},
                     {"class", "class", ""},
                     {"method", "method", ""},
                     {"kind", "kind", "", Shown::ToPrograms},
                     {"running", "running", "", Shown::WhenUsed},
                     {"calls", "calls", ""},
                     {"childCalls", "child calls", "", Shown::ToPrograms}};
    addMetricColumns(table, profile, metrics);
    addErrorColumns(table, profile, metrics);
    const double total = totalOf(profile, metrics.front());
    for (const ProfileLine& line : profileLines(profile)) {
        if (!hasValue(profile, metrics, static_cast<std::int64_t>(line.calls), line.inclusive)) {
            continue;
        }
        std::vector<ReportValue> row{line.component,
                                     line.type,
                                     line.method,
                                     line.kind,
                                     line.running,
                                     static_cast<std::int64_t>(line.calls),
                                     static_cast<std::int64_t>(line.childCalls)};
        addMetricValues(row, line.inclusive, line.exclusive, metrics, total);
        addErrorValues(row, line, profile, metrics);
        table.rows.push_back(std::move(row));
    }
    sortRows(table, profile.metrics[metrics.front()].name + ".exclusive");
    return table;
}

void addOverhead(ReportTable& flat, const Profile& profile, const ShownMetrics& metrics) {
    if (!profile.probeOverhead) {
        return;
    }
    const Metric& metric = profile.metrics[metrics.front()];
    const auto placeOf = [&flat](const char* key) {
        return static_cast<std::size_t>(
            std::find_if(flat.columns.begin(), flat.columns.end(),
                         [key](const ReportColumn& column) { return column.key == key; }) -
            flat.columns.begin());
    };
    const std::size_t calls = placeOf("calls");
    const std::size_t untimed = placeOf("untimed");
    // A table without the column "untimed" has none such calls.
    const auto numberIn = [](const std::vector<ReportValue>& row, std::size_t place) {
        return place < row.size() ? static_cast<std::uint64_t>(std::get<std::int64_t>(row[place]))
                                  : 0;
    };
    flat.columns.push_back({metric.name + ".overhead", "overhead", metric.unit});
    for (std::vector<ReportValue>& row : flat.rows) {
        const auto overhead = overheadOf(profile, numberIn(row, calls), numberIn(row, untimed));
        row.emplace_back(overhead[metrics.front()]);
    }
}

ReportTable treeTable(const Profile& profile, const ShownMetrics& metrics) {
    ReportTable table{"tree", "call path", {}, {}, {}, 0};
    table.columns = {{"timer", "call path", ""},
                     {"component", "component", ""},
                     {"kind", "kind", "", Shown::ToPrograms},
                     {"depth", "depth", "", Shown::ToPrograms},
                     {"running", "running", "", Shown::WhenUsed},
                     {"threads", "threads", ""},
                     {"calls", "calls", ""},
                     {"childCalls", "child calls", "", Shown::ToPrograms}};
    addMetricColumns(table, profile, metrics);
    addErrorColumns(table, profile, metrics);
    const CallPaths paths = callPathsOf(profile);
    const std::vector<Sums> sums = sumsOf(profile, paths);
    const double total = totalOf(profile, metrics.front());
    for (std::size_t i = 0; i < paths.paths.size(); ++i) {
        const CallPath& path = paths.paths[i];
        const TimerInfo& timer = profile.timers[path.timer];
        if (!hasValue(profile, metrics, sums[i].calls, sums[i].inclusive)) {
            continue;
        }
        const std::string mark = samplingMark(static_cast<std::uint64_t>(sums[i].calls),
                                              static_cast<std::uint64_t>(sums[i].untimed));
        std::vector<ReportValue> row{shownName(timer) + mark,
                                     timer.group,
                                     std::string(kindName(timer.kind)),
                                     std::int64_t{path.depth},
                                     sums[i].running,
                                     sums[i].threads,
                                     sums[i].calls,
                                     sums[i].childCalls};
        addMetricValues(row, sums[i].inclusive, sums[i].exclusive, metrics, total);
        addErrorValues(row, sums[i], profile, metrics);
        table.rows.push_back(std::move(row));
        table.depths.push_back(static_cast<std::size_t>(path.depth));
    }
    sortRows(table, profile.metrics[metrics.front()].name + ".inclusive");
    return table;
}

ReportTable groupTable(const Profile& profile, const ShownMetrics& metrics) {
    return groupTable(profile, metrics, callPathsOf(profile));
}

ReportTable groupTable(const Profile& profile, const ShownMetrics& metrics,
                       const CallPaths& paths) {
    ReportTable table{"groups", "group", {}, {}, {}, 0};
    table.columns = {{"group", "group", ""}, {"timers", "timers", ""}, {"calls", "calls", ""}};
    addMetricColumns(table, profile, metrics);
    const std::vector<Sums> sums = sumsOf(profile, paths);
    std::map<std::string, std::pair<Sums, std::int64_t>> groups;
    std::vector<bool> isCounted(profile.timers.size());
    for (std::size_t i = 0; i < paths.paths.size(); ++i) {
        const CallPath& path = paths.paths[i];
        const TimerInfo& timer = profile.timers[path.timer];
        if (!hasValue(profile, metrics, sums[i].calls, sums[i].inclusive)) {
            continue;
        }
        // Exclusive values never overlap, so they are summed over all paths of the group.
        auto& [group, timers] = groups[timer.group];
        group.exclusive += sums[i].exclusive;
        // What is inside another timer of the group is in its inclusive value already.
        if (!path.inGroup) {
            group.inclusive += sums[i].inclusive;
        }
        // The calls of a parameter are those of its timer once more.
        if (timer.kind != TimerKind::Parameter) {
            group.calls += sums[i].calls;
            timers += isCounted[path.timer] ? 0 : 1;
            isCounted[path.timer] = true;
        }
    }
    const double total = totalOf(profile, metrics.front());
    for (const auto& [name, group] : groups) {
        std::vector<ReportValue> row{name, group.second, group.first.calls};
        addMetricValues(row, group.first.inclusive, group.first.exclusive, metrics, total);
        table.rows.push_back(std::move(row));
    }
    sortRows(table, profile.metrics[metrics.front()].name + ".exclusive");
    return table;
}

ReportTable threadTable(const Profile& profile, const ShownMetrics& metrics, bool withLibraries) {
    ReportTable table{"threads", "thread", {}, {}, {}, 0};
    table.columns = {{"thread", "thread", ""},
                     {"name", "name", "", Shown::WhenUsed},
                     {"ended", "ended", "", Shown::WhenUsed},
                     {"cpu", "CPU time", "ns"},
                     {"callPaths", "call paths", ""}};
    for (const std::size_t m : metrics) {
        const Metric& metric = profile.metrics[m];
        table.columns.push_back(
            {metric.name + ".measured", metric.name + " measured", metric.unit});
    }
    for (const ThreadProfile& thread : profile.threads) {
        if (thread.role == ThreadRole::Library && !withLibraries) {
            continue;
        }
        // A thread that was killed told nobody what it took.
        const bool untold = !thread.ended && thread.cpuNs == 0;
        std::vector<ReportValue> row{
            std::int64_t{thread.id}, thread.name, thread.ended,
            untold ? ReportValue(std::numeric_limits<double>::quiet_NaN()) : thread.cpuNs,
            static_cast<std::int64_t>(thread.nodes.size())};
        for (const std::size_t m : metrics) {
            std::int64_t measured = 0;
            for (const CallPathNode& node : thread.nodes) {
                // Only nodes at the top: what is below is part of them.
                measured += node.parent < 0 ? node.inclusive[m] : 0;
            }
            row.emplace_back(measured);
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

ReportTable eventTable(const Profile& profile) {
    ReportTable table{"events", "event", {}, {}, {}, 0};
    table.columns = {{"event", "event", ""},
                     {"path", "path", "", Shown::WhenUsed},
                     {"count", "count", ""},
                     {"min", "min", ""},
                     {"p50", "p50", "", Shown::WhenUsed},
                     {"p90", "p90", "", Shown::WhenUsed},
                     {"p99", "p99", "", Shown::WhenUsed},
                     {"max", "max", ""},
                     {"mean", "mean", ""},
                     {"deviation", "deviation", ""},
                     {"sum", "sum", ""}};
    for (const EventStats& event : profile.events) {
        if (messageEvent(event)) {
            continue;  // one row for each pair of ranks: messageTable() has them
        }
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        table.rows.push_back({event.name, event.path, static_cast<std::int64_t>(event.count),
                              event.min, event.quantile(0.5).value_or(kNone),
                              event.quantile(0.9).value_or(kNone),
                              event.quantile(0.99).value_or(kNone), event.max, event.mean,
                              event.standardDeviation(), event.sum()});
    }
    return table;
}

ReportTable rankTable(const Profile& profile, const ShownMetrics& metrics) {
    ReportTable table{"ranks", "timer", {}, {}, {}, 0};
    const std::size_t m = metrics.front();
    const Metric& metric = profile.metrics[m];
    table.columns = {{"component", "component", ""},
                     {"method", "method", ""},
                     {"ranks", "ranks", ""},
                     {"calls", "calls", ""},
                     {metric.name + ".inclusive", metric.name + " incl. mean", metric.unit},
                     {metric.name + ".exclusive", "excl. mean", metric.unit},
                     {"deviation", "deviation", metric.unit},
                     {"min", "min", metric.unit},
                     {"minRank", "@rank", ""},
                     {"max", "max", metric.unit},
                     {"maxRank", "@rank", ""},
                     {"share", "share", "%"}};
    if (!profile.ranks) {
        return table;
    }
    const double total = totalOf(profile, m);
    for (const RankRecord& record : profile.ranks->timers) {
        const ProfileLine names = lineOf(record.info);
        const RankStats& values = record.exclusive[m];
        table.rows.push_back({names.component, names.method, std::int64_t{record.ranks},
                              static_cast<std::int64_t>(record.calls.sum), record.inclusive[m].mean,
                              values.mean, values.standardDeviation, values.min,
                              std::int64_t{values.minRank}, values.max,
                              std::int64_t{values.maxRank}, shareOf(values.sum, total)});
    }
    sortRows(table, metric.name + ".exclusive");
    return table;
}

}  // namespace gantry::perf
