#include "RunReport.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/ProfileText.hpp>

#include <ArchivedLog.hpp>
#include <TrialText.hpp>
#include <TunerText.hpp>
#include <sstream>
#include <unordered_map>

#include "SourceOptions.hpp"

namespace gantry::tools {

namespace {

constexpr const char* kIndent = "  ";
constexpr std::size_t kWidth = 80;
constexpr std::size_t kMostWiringLines = 6;

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

std::string traceText(const RunOutcome& outcome) {
    if (!outcome.trace) {
        return {};
    }
    const perf::RunTrace& trace = *outcome.trace;
    const std::string files = trace.rankFiles.size() > 1
                                  ? trace.rankFiles.front() + " to " + trace.rankFiles.back()
                              : trace.rankFiles.empty() ? trace.file.value_or("")
                                                        : trace.rankFiles.front();
    std::ostringstream text;
    text << "Trace      " << (files.empty() ? "the latest" : files) << (files.empty() ? " " : ": ")
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
    for (const framework::RecordFile& file : outcome.recordFiles) {
        text += (text.empty() ? "Records    " : kIndent) + file.path + ": " +
                base::plural(static_cast<std::size_t>(file.calls), "call") + " of " + file.record;
        text += (file.dropped > 0 ? ", " + std::to_string(file.dropped) + " more were dropped"
                                  : std::string()) +
                '\n';
    }
    return text;
}

// Tuners after what they decided. Without an archive there may be no decisions to sum up.
std::string tunersText(const RunOutcome& outcome) {
    std::string text;
    std::vector<tuning::Entry> entries;
    if (!outcome.tuners.empty()) {
        entries = records::entriesOf(outcome.script, outcome.history.decisions);
    }
    for (const TunerOutcome& tuner : outcome.tuners) {
        text += records::tunerText({tuner.port, tuner.candidates, tuner.forecast, tuner.warnings},
                                   entries);
    }
    return text;
}

// Of what the archive keeps of source files; empty where that was not asked for.
std::string sourcesLine(const RunOutcome& outcome) {
    if (!outcome.archiveFile || outcome.history.sources.empty()) {
        return "";
    }
    const std::string text = sourcesText(outcome.history.sources, outcome.archiveFile->string());
    return "\nSources    " + text;
}

std::string wholeText(const RunOutcome& outcome) {
    std::ostringstream text;
    text << assemblyText(outcome);
    if (outcome.tuning && !outcome.tuning->trials.empty()) {
        text << records::trialText(outcome.tuning->accuracy, outcome.tuning->trials,
                                   outcome.tuning->decisions);
    }
    text << tunersText(outcome);
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
             << (both ? "  " + outcome.profileFile->string() : "") << sourcesLine(outcome)
             << "\nNext       gantry report " << file->string() << '\n';
    }
    return text.str();
}

}  // namespace

std::string runText(const RunOutcome& outcome) {
    return base::printableLines(wholeText(outcome));
}

}  // namespace gantry::tools
