#include "TrialText.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/TextTable.hpp>
#include <perf/analysis/ProfileText.hpp>

#include <algorithm>
#include <sstream>

namespace records {

namespace {

constexpr const char* kIndent = "  ";
constexpr std::size_t kMostSubjects = 6;

const tuning::Trial* findTrial(const std::vector<tuning::Trial>& trials,
                               const std::string& candidate, const std::string& subject) {
    for (const tuning::Trial& trial : trials) {
        if (trial.candidate == candidate && trial.subject == subject) {
            return &trial;
        }
    }
    return nullptr;
}

const tuning::Decision* findDecision(const std::vector<tuning::Decision>& decisions,
                                     const std::string& subject) {
    for (const tuning::Decision& decision : decisions) {
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
           gantry::base::duration(trial->seconds) + "  " + std::to_string(trial->evaluations) +
           "  " + (trial->exact ? "" : "~") + gantry::base::scientific(trial->error);
}

// In the order of their first trials; sorting would hide it.
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
std::string failuresText(const std::vector<tuning::Trial>& trials) {
    std::size_t failed = 0;
    std::string text;
    for (const tuning::Trial& trial : trials) {
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
    return gantry::perf::paragraph(
        "Failed    ",
        failed == 1 ? text : text + "; " + gantry::base::plural(failed - 1, "more trial"));
}

}  // namespace

std::string trialText(double accuracy, const std::vector<tuning::Trial>& trials,
                      const std::vector<tuning::Decision>& decisions) {
    const std::vector<std::string> candidates = inOrder(trials, &tuning::Trial::candidate);
    const std::vector<std::string> subjects = inOrder(trials, &tuning::Trial::subject);
    std::ostringstream text;
    text << gantry::perf::paragraph(
        "Trials    ", "required accuracy " + gantry::base::scientific(accuracy) +
                          ". Cells: time of a call, function calls, error (~ estimated); * "
                          "chosen, ! not accurate");
    std::vector<gantry::base::TextTable::Column> columns{
        {"function", gantry::base::TextTable::Align::Left}};
    for (const std::string& candidate : candidates) {
        columns.push_back({candidate});
    }
    gantry::base::TextTable table(columns);
    for (std::size_t row = 0; row < std::min(subjects.size(), kMostSubjects); ++row) {
        const tuning::Decision* decision = findDecision(decisions, subjects[row]);
        std::vector<std::string> cells{subjects[row]};
        for (const std::string& candidate : candidates) {
            cells.push_back(trialCell(findTrial(trials, candidate, subjects[row]),
                                      decision && decision->candidate == candidate));
        }
        table.addRow(cells);
    }
    text << table.text(kIndent);
    if (subjects.size() > kMostSubjects) {
        text << kIndent << "... "
             << gantry::base::plural(subjects.size() - kMostSubjects, "more function") << '\n';
    }
    text << failuresText(trials);
    // The decision for all subjects together has an empty subject.
    if (const tuning::Decision* overall = findDecision(decisions, "")) {
        text << gantry::perf::paragraph(
            "Decision  ",
            (overall->candidate.empty() ? "none" : overall->candidate) + ": " + overall->reason);
    }
    return text.str();
}

}  // namespace records
