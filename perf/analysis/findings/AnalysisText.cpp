// The analysis of runs in words: the factors of each run first, because their products explain the
// figure on their left, then the parts and the ranks.

#include <base/text/NumberText.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>

#include <sstream>

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
        text << "Left out   begin and end of MPI, "
             << base::duration(efficiency.beginAndEndNs * 1e-9) << '\n';
    }
    for (const std::string& note : efficiency.notes) {
        text << "Note       " << note << '\n';
    }
    return text.str();
}

}  // namespace

std::string analysisText(const std::vector<RunAnalysis>& runs, std::size_t most) {
    std::string text;
    for (const RunAnalysis& run : runs) {
        text += (text.empty() ? "" : "\n") + headOf(run);
        // One rank has no parallel efficiency; its notes say so.
        if (run.efficiency.ranks > 1) {
            text += factorsText(run);
            ReportTable table = efficiencyTable(run.efficiency);
            keepFirst(table, most);
            text += '\n' + tableText(table);
            ReportTable ranks = rankWorkTable(run.efficiency, run.efficiency.whole);
            keepFirst(ranks, most);
            text += '\n' + tableText(ranks);
        } else {
            for (const std::string& note : run.efficiency.notes) {
                text += "Note       " + note + '\n';
            }
        }
    }
    return text;
}

}  // namespace gantry::perf
