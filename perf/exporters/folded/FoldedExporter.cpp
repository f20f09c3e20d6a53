#include <base/text/Printable.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cstdint>
#include <map>

namespace gantry::perf {

namespace {

// Readers split at semicolons and at line ends, so names hold neither.
std::string frame(const TimerInfo& timer) {
    std::string name = base::printable(fullName(timer));
    std::replace(name.begin(), name.end(), ';', ',');
    return name;
}

// The exclusive value of each stack. A map, so that the order of the lines does not depend on the
// order in which threads began.
std::map<std::string, std::int64_t> stacksOf(const Profile& profile) {
    std::map<std::string, std::int64_t> stacks;
    for (const ThreadProfile& thread : profile.threads) {
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        std::vector<std::string> paths;
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            const CallPathNode& node = thread.nodes[i];
            const std::string above =
                node.parent < 0 ? "" : paths[static_cast<std::size_t>(node.parent)];
            const TimerInfo& timer = profile.timers[node.timer];
            // What was recorded under a parameter is contained in its timer's own value.
            const bool isOwnFrame = timer.kind != TimerKind::Parameter || above.empty();
            paths.push_back(isOwnFrame ? above + (above.empty() ? "" : ";") + frame(timer) : above);
            // The format has one number for each stack: the first metric.
            stacks[paths[i]] += exclusive[i][0];
        }
    }
    return stacks;
}

void write(const ExportSource& source, std::ostream& output) {
    for (const auto& [stack, value] : stacksOf(source.profile)) {
        output << stack << ' ' << value << '\n';
    }
}

}  // namespace

Exporter foldedExporter() {
    return {"folded",
            "folded stacks; flamegraph.pl, speedscope, inferno",
            "calls, threads, other metrics, events, ranks, facts, and the trace",
            ".folded",
            TraceUse::None,
            write};
}

}  // namespace gantry::perf
