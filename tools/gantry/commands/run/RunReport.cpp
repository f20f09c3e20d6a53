#include "RunReport.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <perf/analysis/ProfileText.hpp>

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_map>

namespace gantry::tools {

namespace {

constexpr const char* kIndent = "  ";
constexpr std::size_t kWidth = 80;
constexpr std::size_t kMostWiringLines = 6;
constexpr std::size_t kMostSubjects = 6;

/// "integrators.Simpson" without its package.
std::string lastPart(const std::string& className) {
    return className.substr(className.rfind('.') + 1);
}

/// Items in lines of at most kWidth; what does not fit into the lines is counted in the last one.
std::string wrapped(const std::vector<std::string>& items, std::size_t mostLines) {
    std::vector<std::string> lines{kIndent};
    for (std::size_t index = 0; index < items.size(); ++index) {
        const bool first = lines.back() == kIndent;
        if (!first && lines.back().size() + items[index].size() + 2 > kWidth) {
            if (lines.size() == mostLines) {
                lines.back() += "  ... " + base::plural(items.size() - index, "more component");
                break;
            }
            lines.emplace_back(kIndent);
        }
        lines.back() += (lines.back() == kIndent ? "" : "  ") + items[index];
    }
    std::string text;
    for (const std::string& line : lines) {
        text += line + '\n';
    }
    return text;
}

std::string assemblyText(const RunOutcome& outcome) {
    const std::string what =
        base::plural(outcome.instances.size(), "component") + ", " +
        base::plural(outcome.connections.size(), "connection") + " by " + outcome.script +
        (outcome.ranks > 1 ? " on each of " + std::to_string(outcome.ranks) + " ranks" : "") +
        "; measured by " + (outcome.backend.empty() ? "nothing" : outcome.backend);
    // Each connection is looked at once: an assembly may have tens of thousands.
    std::unordered_map<std::string, std::string> users;
    for (const framework::ConnectionInfo& connection : outcome.connections) {
        if (connection.provider != connection.user && connection.usesPort != "MeasurementPort") {
            users[connection.user] += ' ' + connection.usesPort + "->" + connection.provider;
        }
    }
    std::vector<std::string> items;
    for (const framework::InstanceInfo& instance : outcome.instances) {
        const auto used = users.find(instance.name);
        items.push_back(instance.name + '(' + lastPart(instance.className) +
                        (used == users.end() ? "" : used->second) + ')');
    }
    return perf::paragraph("Assembled ", what) +
           (items.empty() ? "" : wrapped(items, kMostWiringLines));
}

const tuning::Trial* findTrial(const TuningOutcome& tuning, const std::string& candidate,
                               const std::string& subject) {
    for (const tuning::Trial& trial : tuning.trials) {
        if (trial.candidate == candidate && trial.subject == subject) {
            return &trial;
        }
    }
    return nullptr;
}

const tuning::Decision* findDecision(const TuningOutcome& tuning, const std::string& subject) {
    for (const tuning::Decision& decision : tuning.decisions) {
        if (decision.subject == subject) {
            return &decision;
        }
    }
    return nullptr;
}

/// "* 12.3 us 33 calls 1.2e-08": the chosen one is marked, and so is one that missed the accuracy.
std::string trialCell(const tuning::Trial* trial, bool chosen) {
    if (!trial) {
        return "-";
    }
    if (!trial->failure.empty()) {
        return "! failed";
    }
    return std::string(chosen            ? "* "
                       : trial->accurate ? ""
                                         : "! ") +
           base::duration(trial->seconds) + "  " + std::to_string(trial->evaluations) + "  " +
           (trial->exact ? "" : "~") + base::scientific(trial->error);
}

std::vector<std::string> inOrder(const std::vector<tuning::Trial>& trials,
                                 std::string tuning::Trial::*name) {
    std::vector<std::string> names;
    for (const tuning::Trial& trial : trials) {
        if (std::find(names.begin(), names.end(), trial.*name) == names.end()) {
            names.push_back(trial.*name);
        }
    }
    return names;
}

/// Why a trial failed: the first one, and how many more there are.
std::string failuresText(const TuningOutcome& tuning) {
    std::size_t failed = 0;
    std::string text;
    for (const tuning::Trial& trial : tuning.trials) {
        if (trial.failure.empty()) {
            continue;
        }
        if (++failed == 1) {
            text = trial.candidate + " on " + trial.subject + ": " + trial.failure;
        }
    }
    if (failed == 0) {
        return {};
    }
    return perf::paragraph(
        "Failed    ",
        failed == 1 ? text : text + "; " + base::plural(failed - 1, "more trial") + ": --json");
}

std::string tuningText(const TuningOutcome& tuning) {
    const std::vector<std::string> candidates = inOrder(tuning.trials, &tuning::Trial::candidate);
    const std::vector<std::string> subjects = inOrder(tuning.trials, &tuning::Trial::subject);
    std::ostringstream text;
    text << perf::paragraph("Trials    ",
                            "required accuracy " + base::scientific(tuning.accuracy) +
                                ". Cells: time of a call, function calls, error (~ estimated); * "
                                "chosen, ! not accurate");
    std::vector<base::TextTable::Column> columns{{"function", base::TextTable::Align::Left}};
    for (const std::string& candidate : candidates) {
        columns.push_back({candidate});
    }
    base::TextTable table(columns);
    for (std::size_t row = 0; row < std::min(subjects.size(), kMostSubjects); ++row) {
        const tuning::Decision* decision = findDecision(tuning, subjects[row]);
        std::vector<std::string> cells{subjects[row]};
        for (const std::string& candidate : candidates) {
            cells.push_back(trialCell(findTrial(tuning, candidate, subjects[row]),
                                      decision && decision->candidate == candidate));
        }
        table.addRow(cells);
    }
    text << table.text(kIndent);
    if (subjects.size() > kMostSubjects) {
        text << kIndent << "... " << base::plural(subjects.size() - kMostSubjects, "more function")
             << ": --json\n";
    }
    text << failuresText(tuning);
    if (const tuning::Decision* overall = findDecision(tuning, "")) {
        text << perf::paragraph(
            "Decision  ",
            (overall->candidate.empty() ? "none" : overall->candidate) + ": " + overall->reason);
    }
    return text.str();
}

std::string traceText(const RunOutcome& outcome) {
    if (!outcome.trace) {
        return {};
    }
    const perf::RunTrace& trace = *outcome.trace;
    std::ostringstream text;
    text << "Trace      " << trace.file.value_or("the latest") << (trace.file ? ": " : " ")
         << base::plural(trace.records, "record") << ", " << trace.bytes << " bytes, " << trace.lost
         << " lost\n";
    for (const std::string& note : trace.notes) {
        text << perf::paragraph("Warning   ", note);
    }
    return text.str();
}

std::string dumpsText(const RunOutcome& outcome) {
    std::string text;
    for (const std::string& line : outcome.dumps) {
        text += (text.empty() ? "Dumped     " : kIndent) + line + '\n';
    }
    return text;
}

std::string recordsText(const RunOutcome& outcome) {
    std::string text;
    for (const RecordFile& file : outcome.recordFiles) {
        text += (text.empty() ? "Records    " : kIndent) + file.path + ": " +
                base::plural(static_cast<std::size_t>(file.calls), "call") + " of " + file.record;
        text += (file.dropped > 0 ? ", " + std::to_string(file.dropped) + " more were dropped"
                                  : std::string()) +
                '\n';
    }
    return text;
}

std::string wholeText(const RunOutcome& outcome) {
    std::ostringstream text;
    text << assemblyText(outcome);
    if (outcome.tuning && !outcome.tuning->trials.empty()) {
        text << tuningText(*outcome.tuning);
    }
    if (!outcome.profile) {
        text << (outcome.backend.empty()
                     ? "Profile    none: no performance component was connected\n"
                     : "Profile    none: " + outcome.backend + " keeps no values\n")
             << "Next       gantry run --perf native " << outcome.script << '\n';
        return text.str();
    }
    text << perf::profileText(*outcome.profile) << traceText(outcome) << dumpsText(outcome)
         << recordsText(outcome);
    const std::optional<std::filesystem::path>& file =
        outcome.archiveFile ? outcome.archiveFile : outcome.profileFile;
    if (file) {
        const bool both = outcome.archiveFile && outcome.profileFile;
        text << "Written    " << file->string()
             << (both ? "  " + outcome.profileFile->string() : "") << "\nNext       gantry report "
             << file->string() << '\n';
    }
    return text.str();
}

}  // namespace

std::string runText(const RunOutcome& outcome) {
    return base::printableLines(wholeText(outcome));
}

}  // namespace gantry::tools
