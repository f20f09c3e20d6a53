#include "RunReport.hpp"

#include <perf/model/Misuse.hpp>

#include <algorithm>
#include <map>
#include <sstream>

#include "Format.hpp"
#include "ProfileReport.hpp"
#include "TextTable.hpp"

namespace gantry::tools {

namespace {

constexpr const char* kIndent = "  ";
constexpr std::size_t kWidth = 116;
constexpr std::size_t kMostWiringLines = 5;
constexpr std::size_t kMostProfileLines = 7;
constexpr std::size_t kMostSubjects = 8;

std::string plural(std::size_t number, const std::string& noun) {
    return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

/// Items in lines of at most kWidth; what does not fit into the lines is counted.
std::string wrapped(const std::vector<std::string>& items, std::size_t mostLines) {
    std::string text;
    std::string line = kIndent;
    std::size_t lines = 0;
    for (std::size_t index = 0; index < items.size(); ++index) {
        if (line.size() + items[index].size() + 2 > kWidth && line.size() > 2) {
            text += line + '\n';
            line = kIndent;
            if (++lines == mostLines) {
                return text + kIndent + "... " + plural(items.size() - index, "more item") + '\n';
            }
        }
        line += (line.size() > 2 ? "  " : "") + items[index];
    }
    return text + line + '\n';
}

std::string assemblyText(const RunOutcome& outcome) {
    std::ostringstream text;
    text << "Assembled  " << plural(outcome.instances.size(), "component") << ", "
         << plural(outcome.connections.size(), "connection") << " by " << outcome.script;
    if (outcome.ranks > 1) {
        text << " on each of " << outcome.ranks << " ranks";
    }
    text << "; measured by " << (outcome.backend.empty() ? "nothing" : outcome.backend) << '\n';
    std::vector<std::string> items;
    for (const framework::InstanceInfo& instance : outcome.instances) {
        std::string item = instance.name + '(' + instance.className;
        std::string users;
        for (const framework::ConnectionInfo& connection : outcome.connections) {
            if (connection.user == instance.name && connection.provider != instance.name &&
                connection.usesPort != "MeasurementPort") {
                users += ' ' + connection.usesPort + "->" + connection.provider;
            }
        }
        items.push_back(item + users + ')');
    }
    return text.str() + wrapped(items, kMostWiringLines);
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
           duration(trial->seconds) + "  " + std::to_string(trial->evaluations) + "  " +
           (trial->exact ? "" : "~") + scientific(trial->error);
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

std::string tuningText(const TuningOutcome& tuning) {
    const std::vector<std::string> candidates = inOrder(tuning.trials, &tuning::Trial::candidate);
    const std::vector<std::string> subjects = inOrder(tuning.trials, &tuning::Trial::subject);
    std::ostringstream text;
    text << "Trials     required accuracy " << scientific(tuning.accuracy)
         << "; each cell: time of one call, function calls, error (~ estimated; * chosen, ! not "
            "accurate)\n";
    std::vector<TextTable::Column> columns{{"function", TextTable::Align::Left}};
    for (const std::string& candidate : candidates) {
        columns.push_back({candidate});
    }
    TextTable table(columns);
    for (std::size_t row = 0; row < std::min(subjects.size(), kMostSubjects); ++row) {
        const tuning::Decision* decision = findDecision(tuning, subjects[row]);
        std::vector<std::string> cells{subjects[row]};
        for (const std::string& candidate : candidates) {
            cells.push_back(trialCell(findTrial(tuning, candidate, subjects[row]),
                                      decision && decision->candidate == candidate));
        }
        table.addRow(std::move(cells));
    }
    text << table.text(kIndent);
    if (subjects.size() > kMostSubjects) {
        text << kIndent << "... " << plural(subjects.size() - kMostSubjects, "more function")
             << ": --json\n";
    }
    if (const tuning::Decision* overall = findDecision(tuning, "")) {
        text << "Decision   " << (overall->candidate.empty() ? "none" : overall->candidate) << ": "
             << overall->reason << '\n';
    }
    return text.str();
}

std::string profileText(const RunOutcome& outcome) {
    const perf::Profile& profile = *outcome.profile;
    std::ostringstream text;
    text << "Profile    " << profile.metrics.front().name << " by "
         << profile.metrics.front().source << "; " << plural(profile.threads.size(), "thread");
    if (profile.ranks) {
        text << " on " << plural(profile.ranks->size, "rank") << '\n'
             << rankTable(profile, kMostProfileLines, kIndent);
    } else {
        text << '\n' << profileTable(profile, SortBy::Exclusive, kMostProfileLines, kIndent);
    }
    if (!profile.misuse.empty()) {
        text << "Warning    " << perf::describe(profile.misuse.front());
        if (profile.misuse.size() > 1) {
            text << " (" << profile.misuse.size() - 1 << " more: gantry report)";
        }
        text << '\n';
    }
    return text.str();
}

}  // namespace

std::string runText(const RunOutcome& outcome) {
    std::ostringstream text;
    text << assemblyText(outcome);
    if (outcome.tuning && !outcome.tuning->trials.empty()) {
        text << tuningText(*outcome.tuning);
    }
    if (!outcome.profile) {
        text << "Profile    none: "
             << (outcome.backend.empty() ? "no performance component" : outcome.backend)
             << " keeps no values\nNext       gantry run --perf native " << outcome.script << '\n';
        return text.str();
    }
    text << profileText(outcome);
    if (outcome.profileFile) {
        const std::string file = outcome.profileFile->string();
        text << "Written    " << file << "\nNext       gantry report " << file
             << "     gantry components     gantry run --json " << outcome.script << '\n';
    }
    return text.str();
}

}  // namespace gantry::tools
