// One number of a run, for a gate: elapsed time, CPU time of all threads, or what timers measured.

#include <base/text/GlobPattern.hpp>
#include <base/text/NameSuggestion.hpp>
#include <perf/analysis/gate/GateMetric.hpp>
#include <perf/model/Flat.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

namespace {

constexpr std::string_view kOf = " of ";
constexpr std::string_view kWholeRun = " of the whole run";

std::size_t placeOf(const Profile& run, const std::string& metric) {
    std::string names;
    for (std::size_t m = 0; m < run.metrics.size(); ++m) {
        if (run.metrics[m].name == metric) {
            return m;
        }
        names += ", " + run.metrics[m].name;
    }
    // "elapsed" and "cpu" come from the run itself; all else must have been measured.
    throw std::invalid_argument("a gate compares elapsed, cpu, or a measured metric: '" + metric +
                                "' is none of elapsed, cpu" + names);
}

double timerValue(const Profile& run, const std::string& timer, std::size_t metric) {
    double value = 0;
    bool found = false;
    std::vector<std::string> names;
    for (const TimerRecord& record : flat(run)) {
        if (base::matchesPattern(timer, record.info.name) ||
            base::matchesPattern(timer, fullName(record.info))) {
            value += static_cast<double>(record.inclusive[metric]);
            found = true;
        }
        names.push_back(record.info.name);
    }
    if (!found) {
        throw std::invalid_argument("no timer of the run is called '" + timer + "'" +
                                    base::suggest(timer, names));
    }
    return value;
}

}  // namespace

std::string GateMetric::text() const {
    return timer.empty() ? metric + std::string(kWholeRun)
                         : (metric == "elapsed" ? "wall" : metric) + std::string(kOf) + timer;
}

GateMetric GateMetric::fromText(const std::string& text) {
    if (text.ends_with(kWholeRun)) {
        return {text.substr(0, text.size() - kWholeRun.size()), ""};
    }
    // A metric has no " of " in its name; a timer may.
    const std::size_t of = text.find(kOf);
    return of == std::string::npos ? GateMetric{text, ""}
                                   : GateMetric{text.substr(0, of), text.substr(of + kOf.size())};
}

std::string GateMetric::unitOf(const Profile& run) const {
    return timer.empty() && (metric == "elapsed" || metric == "cpu")
               ? "ns"
               : run.metrics.at(placeOf(run, metric == "elapsed" ? "wall" : metric)).unit;
}

double GateMetric::valueOf(const Profile& run) const {
    if (!timer.empty()) {
        return timerValue(run, timer, placeOf(run, metric == "elapsed" ? "wall" : metric));
    }
    if (metric == "elapsed") {
        return static_cast<double>(run.timeNs);
    }
    double value = 0;
    if (metric == "cpu") {
        // CPU time is kept of each thread as a whole, measured or not.
        for (const ThreadProfile& thread : run.threads) {
            value += static_cast<double>(thread.cpuNs);
        }
        return value;
    }
    const std::size_t place = placeOf(run, metric);
    for (const ThreadProfile& thread : run.threads) {
        for (const CallPathNode& node : thread.nodes) {
            value += node.parent < 0 ? static_cast<double>(node.inclusive[place]) : 0;
        }
    }
    return value;
}

}  // namespace gantry::perf
