// Several runs in words: what all say together first, then what only some of them say, then a line
// for each run.

#include <base/text/Joined.hpp>
#include <base/text/NumberText.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/analysis/findings/RepeatedRuns.hpp>

#include <algorithm>
#include <limits>
#include <sstream>

#include "FindingText.hpp"

namespace gantry::perf {

namespace {

constexpr std::size_t kMostListed = 8;
constexpr double kPercent = 100;

std::string headOf(const RepeatedRuns& together) {
    std::vector<double> times;
    for (const RunAnalysis& run : together.runs) {
        times.push_back(run.efficiency.whole.factors.timeNs * 1e-9);
    }
    const RunEfficiency& first = together.runs.front().efficiency;
    std::string text = "Together   " + base::plural(together.runs.size(), "run");
    text += together.program.empty() ? "" : " of " + together.program;
    text += ": " + base::plural(first.ranks, "rank");
    if (first.cores > 0) {
        text += ", " + base::plural(first.cores, "core") + " a machine";
    }
    return text + ", median time " + base::duration(times[together.median]) + " (" +
           base::duration(*std::min_element(times.begin(), times.end())) + " to " +
           base::duration(*std::max_element(times.begin(), times.end())) + ")\n";
}

// "rank 3 has most in 2 of 5 runs, rank 0 in 2, rank 1 in 1"
std::string placesText(const JointFinding& joint, std::size_t runs) {
    const bool isWork = joint.finding.workers.size() > 1;
    std::string text;
    for (std::size_t i = 0; i < joint.places.size() && i < kMostListed; ++i) {
        const auto& [place, count] = joint.places[i];
        text += (i == 0 ? "" : ", ") + place + (isWork && i == 0 ? " has most" : "") + " in " +
                std::to_string(count);
        text += i == 0 ? " of " + base::plural(runs, "run") : "";
    }
    return text + (joint.places.size() > kMostListed ? ", ..." : "");
}

std::string gainsText(const JointFinding& joint) {
    if (joint.gains.size() > kMostListed) {
        const auto [least, most] = std::minmax_element(joint.gains.begin(), joint.gains.end());
        return shareText(*least) + " to " + shareText(*most);
    }
    return base::joined(joint.gains, ", ", shareText);
}

std::string runsText(const JointFinding& joint, const std::vector<RunAnalysis>& runs) {
    return gainsText(joint) + "; " + placesText(joint, runs.size()) + "; a finding of " +
           std::to_string(joint.reported) + " of them alone; the texts below are of " +
           runs[joint.sample].name;
}

std::string rejectedText(const JointFinding& joint, std::size_t runs) {
    std::ostringstream text;
    text.setf(std::ios::fixed);
    text.precision(2);
    text << "a finding of " << joint.reported << " of " << base::plural(runs, "run")
         << " alone, confidence of all " << joint.finding.confidence << ": "
         << placesText(joint, runs);
    if (joint.finding.workers.size() > 1 && joint.places.size() > 1) {
        text << ". More work at another place in each run is noise of the machine, or work that is "
                "divided differently each time";
    }
    return text.str();
}

std::string findingsText(const RepeatedRuns& together) {
    const RunAnalysis& first = together.runs.front();
    const std::size_t runs = together.runs.size();
    std::string text;
    if (together.findings.empty()) {
        text = "Findings   none above " + base::share(first.least, 1) + " of the run time\n";
    } else {
        text =
            "Findings   " + std::to_string(together.findings.size()) + "; " + first.machine + '\n';
    }
    for (std::size_t i = 0; i < together.findings.size(); ++i) {
        const JointFinding& joint = together.findings[i];
        text += findingText(joint.finding, i + 1, runsText(joint, together.runs));
    }
    std::string rejected;
    for (const JointFinding& joint : together.tested) {
        if (joint.reported > 0 && !isReported(joint.finding, first.least)) {
            addSentence(rejected, joint.finding.hypothesis + ':', rejectedText(joint, runs));
        }
    }
    return text + (rejected.empty() ? "" : "Rejected   by all runs together\n" + rejected);
}

ReportTable runsTable(const RepeatedRuns& together) {
    ReportTable table{"runs", "run", {}, {}, {}, 0};
    table.columns = {{"run", "run", ""},
                     {"time", "time", "ns"},
                     {"loadBalance", "load balance", "%"},
                     {"serialization", "serialization", "%"},
                     {"transfer", "transfer", "%"},
                     {"findings", "findings alone", ""}};
    for (const RunAnalysis& run : together.runs) {
        const RunEfficiency& efficiency = run.efficiency;
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        const std::string findings = base::joined(run.findings, ", ", &Finding::hypothesis);
        table.rows.push_back(
            {run.name, efficiency.whole.factors.timeNs,
             (run.trace ? run.trace->loadBalance : efficiency.loadBalance(efficiency.whole)) *
                 kPercent,
             run.trace ? run.trace->serialization * kPercent : kNone,
             run.trace ? run.trace->transfer * kPercent : kNone,
             findings.empty() ? "none" : findings});
    }
    return table;
}

}  // namespace

std::string repeatedRunsText(const RepeatedRuns& together, std::size_t most) {
    std::string notes;
    for (const std::string& note : together.notes) {
        notes += "Note       " + note + '\n';
    }
    if (together.runs.size() == 1) {
        return notes + analysisText(together.runs, most);
    }
    std::string text = headOf(together) + notes + findingsText(together);
    ReportTable table = runsTable(together);
    keepFirst(table, most);
    return text + '\n' + tableText(table);
}

}  // namespace gantry::perf
