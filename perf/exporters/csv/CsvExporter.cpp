#include <base/text/CsvLine.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>

namespace gantry::perf {

namespace {

// Parents come before their children, so a node's path is known when it is needed.
std::vector<std::string> pathsOf(const Profile& profile, const ThreadProfile& thread) {
    std::vector<std::string> paths;
    paths.reserve(thread.nodes.size());
    for (const CallPathNode& node : thread.nodes) {
        const std::string name = fullName(profile.timers[node.timer]);
        paths.push_back(
            node.parent < 0 ? name : paths[static_cast<std::size_t>(node.parent)] + " => " + name);
    }
    return paths;
}

void writeTitles(const Profile& profile, std::ostream& output) {
    std::vector<std::string> titles{"thread", "thread name", "call path",   "timer",  "type",
                                    "group",  "calls",       "child calls", "running"};
    // In the titles, since CSV has no other place for it; the importer reads it there.
    const char* const values = isCompensated(profile) ? "] (compensated)" : "] (raw)";
    for (const Metric& metric : profile.metrics) {
        titles.push_back(metric.name + ".inclusive [" + metric.unit + values);
        titles.push_back(metric.name + ".exclusive [" + metric.unit + values);
    }
    output << base::csvLine(titles);
}

void write(const ExportSource& source, std::ostream& output) {
    const Profile& profile = source.profile;
    writeTitles(profile, output);
    for (const ThreadProfile& thread : profile.threads) {
        const std::vector<std::string> paths = pathsOf(profile, thread);
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            const CallPathNode& node = thread.nodes[i];
            const TimerInfo& timer = profile.timers[node.timer];
            std::vector<std::string> cells{std::to_string(thread.id),
                                           thread.name,
                                           paths[i],
                                           timer.name,
                                           timer.type,
                                           timer.group,
                                           std::to_string(node.calls),
                                           std::to_string(node.childCalls),
                                           node.running ? "1" : "0"};
            for (std::size_t metric = 0; metric < profile.metrics.size(); ++metric) {
                cells.push_back(std::to_string(node.inclusive[metric]));
                cells.push_back(std::to_string(exclusive[i][metric]));
            }
            output << base::csvLine(cells);
        }
    }
}

}  // namespace

Exporter csvExporter() {
    return {"csv",
            "a row for each call path of each thread; spreadsheets, sqlite3, Python",
            "events, ranks, facts about the run, and the trace",
            ".csv",
            TraceUse::None,
            write};
}

}  // namespace gantry::perf
