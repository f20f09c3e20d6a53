// The analysis of runs in words: the factors of each run first, because their products explain the
// figure on their left, then the parts and the ranks.

#include <base/text/NumberText.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>

#include <sstream>

#include "FindingText.hpp"

namespace gantry::perf {

namespace {

std::string headOf(const RunAnalysis& run) {
    const RunEfficiency& efficiency = run.efficiency;
    std::string text = run.name + ": " + base::plural(efficiency.ranks, "rank");
    if (efficiency.cores > 0) {
        text += ", " + base::plural(efficiency.cores, "core") + " a machine";
    }
    return text + ", " + base::duration(efficiency.whole.factors.timeNs * 1e-9) + '\n';
}

std::string factorsText(const RunAnalysis& run) {
    const RunEfficiency& efficiency = run.efficiency;
    const EfficiencyFactors& factors = efficiency.whole.factors;
    std::ostringstream text;
    if (run.computation) {
        text << "Global     " << base::share(run.global(), 1) << " = parallel "
             << base::share(factors.parallel, 1) << " x computation "
             << base::share(*run.computation, 1) << '\n';
    }
    text << "Parallel   " << base::share(factors.parallel, 1) << " = load balance "
         << base::share(factors.loadBalance, 1) << " x communication "
         << base::share(factors.communication, 1) << '\n';
    if (factors.cpuLoadBalance) {
        text << "CPU        load balance of CPU time " << base::share(*factors.cpuLoadBalance, 1)
             << '\n';
    }
    if (efficiency.beginAndEndNs > 0) {
        text << "Excluded   begin and end of MPI, "
             << base::duration(efficiency.beginAndEndNs * 1e-9) << '\n';
    }
    return text.str();
}

std::string traceText(const TraceAnalysis& trace) {
    std::ostringstream text;
    text << (trace.byCpu ? "Replay     on CPU time, with a core for each rank: "
                         : "Replay     on wall time: ")
         << "load balance " << base::share(trace.loadBalance, 1) << ", serialization "
         << base::share(trace.serialization, 1) << ", transfer " << base::share(trace.transfer, 1)
         << '\n';
    for (const std::string& note : trace.notes) {
        text << "Note       " << note << '\n';
    }
    return text.str();
}

std::string findingsText(const RunAnalysis& run) {
    if (run.findings.empty()) {
        return "Findings   none above " + base::share(run.least, 1) + " of the run time\n";
    }
    std::string text =
        "Findings   " + std::to_string(run.findings.size()) + "; " + run.machine + '\n';
    for (std::size_t i = 0; i < run.findings.size(); ++i) {
        text += findingText(run.findings[i], i + 1, "");
    }
    return text;
}

std::string partsText(const RunAnalysis& run, std::size_t most) {
    ReportTable table = efficiencyTable(run.efficiency);
    if (run.trace) {
        addReplay(table, *run.trace);
    }
    keepFirst(table, most);
    ReportTable ranks = rankWorkTable(run.efficiency, run.efficiency.whole);
    keepFirst(ranks, most);
    std::string text = '\n' + tableText(table) + '\n' + tableText(ranks);
    if (run.trace) {
        for (ReportTable part : traceTables(*run.trace)) {
            if (!part.rows.empty()) {
                keepFirst(part, most);
                text += '\n' + tableText(part);
            }
        }
    }
    return text;
}

}  // namespace

std::string analysisText(const std::vector<RunAnalysis>& runs, std::size_t most) {
    std::string text;
    for (const RunAnalysis& run : runs) {
        text += (text.empty() ? "" : "\n") + headOf(run);
        // One rank has no parallel efficiency; its notes say so.
        const bool isParallel = run.efficiency.ranks > 1;
        if (isParallel) {
            text += factorsText(run);
        }
        if (run.trace) {
            text += traceText(*run.trace);
        }
        for (const std::string& note : run.efficiency.notes) {
            text += "Note       " + note + '\n';
        }
        text += findingsText(run);
        if (isParallel) {
            text += partsText(run, most);
        }
    }
    return text;
}

}  // namespace gantry::perf
