#include <perf/analysis/findings/MainThreads.hpp>

#include <stdexcept>
#include <utility>

namespace gantry::perf {

TimeMetrics timeMetricsOf(const Profile& profile) {
    std::optional<std::size_t> wall;
    std::optional<std::size_t> cpu;
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        const Metric& metric = profile.metrics[m];
        if (metric.unit != "ns") {
            continue;
        }
        if (metric.name == "cpu") {
            cpu = m;
        } else if (!wall) {
            wall = m;
        }
    }
    if (!wall && !cpu) {
        throw std::invalid_argument(
            "no metric of the run is a time; measure it with the metric wall");
    }
    return {wall.value_or(cpu.value_or(0)), cpu};
}

std::map<std::int32_t, const ThreadProfile*> mainThreads(const Profile& profile,
                                                         std::size_t metric) {
    std::map<std::int32_t, std::pair<std::int64_t, const ThreadProfile*>> longest;
    for (const ThreadProfile& thread : profile.threads) {
        std::int64_t time = 0;
        for (const CallPathNode& node : thread.nodes) {
            // Outermost calls contain all others of the thread.
            time += node.parent < 0 ? node.inclusive[metric] : 0;
        }
        const auto process = static_cast<std::size_t>(thread.process);
        const bool isKnown = thread.process >= 0 && process < profile.processes.size();
        // One process that is not a rank of a parallel run is a rank of its own, -1.
        const std::int32_t rank = isKnown ? profile.processes[process].rank : -1;
        auto& best = longest[rank];
        if (!thread.nodes.empty() && (best.second == nullptr || time > best.first)) {
            best = {time, &thread};
        }
    }
    std::map<std::int32_t, const ThreadProfile*> threads;
    for (const auto& [rank, best] : longest) {
        if (best.second != nullptr) {
            threads[rank] = best.second;
        }
    }
    // The launcher of ranks has none itself, and is not part of the program.
    if (threads.size() > 1) {
        threads.erase(-1);
    }
    return threads;
}

}  // namespace gantry::perf
