#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/JsonText.hpp>
#include <perf/exporters/Stacks.hpp>
#include <perf/model/CallPaths.hpp>
#include <perf/model/Flat.hpp>

#include <string>

namespace gantry::perf {

namespace {

struct Sum {
    std::uint64_t calls = 0;
    MetricValues inclusive;
    MetricValues exclusive;
};

std::vector<Sum> sumsOf(const Profile& profile, const CallPaths& paths) {
    std::vector<Sum> sums(paths.paths.size());
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        const ThreadProfile& thread = profile.threads[t];
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            Sum& sum = sums[static_cast<std::size_t>(paths.pathOf[t][i])];
            sum.calls += thread.nodes[i].calls;
            sum.inclusive += thread.nodes[i].inclusive;
            sum.exclusive += exclusive[i];
        }
    }
    return sums;
}

// Hatchet's own name for what it shows by default, where that is a time.
std::string columnName(const Profile& profile, std::size_t metric) {
    const bool isTime = metric == 0 && profile.metrics[metric].unit == "ns";
    return isTime ? "time" : profile.metrics[metric].name;
}

void writeNode(const Profile& profile, const TimerInfo& timer, const Sum& sum,
               std::ostream& output) {
    output << R"({"frame":{"name":)" << jsonString(fullName(timer))
           << R"(,"type":"function"},"metrics":{"calls":)" << sum.calls;
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        const std::string name = columnName(profile, m);
        output << ',' << jsonString(name) << ':' << sum.exclusive[m] << ','
               << jsonString(name + " (inc)") << ':' << sum.inclusive[m];
    }
    output << "},\"children\":[";
}

void write(const ExportSource& source, std::ostream& output) {
    const Profile profile = withoutParameters(source.profile);
    const CallPaths paths = callPathsOf(profile);
    const std::vector<Sum> sums = sumsOf(profile, paths);
    output << '[';
    // Depth first: what is not above the next path ends before it begins.
    std::int32_t open = 0;
    for (std::size_t i = 0; i < paths.paths.size(); ++i) {
        const CallPath& path = paths.paths[i];
        const bool hasSibling = open > path.depth;
        // Ends what is not above this path.
        for (; open > path.depth; --open) {
            output << "]}";
        }
        output << (hasSibling ? "," : "") << '\n';
        writeNode(profile, profile.timers[path.timer], sums[i], output);
        ++open;
    }
    for (; open > 0; --open) {
        output << "]}";
    }
    output << "]\n";
}

}  // namespace

Exporter hatchetExporter() {
    return {"hatchet",
            "the call tree over all threads with calls, and values in the unit of the metric, in "
            "most cases ns; GraphFrame.from_literal of Hatchet",
            "threads, ranks, parameters, events, facts, and the trace",
            ".hatchet.json",
            TraceUse::None,
            write};
}

}  // namespace gantry::perf
