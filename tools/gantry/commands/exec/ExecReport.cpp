#include "ExecReport.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/ProfileJson.hpp>
#include <perf/analysis/ProfileText.hpp>

#include <algorithm>
#include <map>
#include <sstream>

namespace gantry::tools {

namespace {

constexpr std::size_t kMostNames = 4;

std::string programOf(const std::string& command) {
    // Without arguments and folder.
    const std::string word = command.substr(0, command.find(' '));
    return word.substr(word.rfind('/') + 1);
}

// "make, sh (3), cc and 2 more"
std::string namesOf(const std::vector<std::string>& commands) {
    std::map<std::string, std::size_t> programs;
    for (const std::string& command : commands) {
        ++programs[command.empty() ? "?" : programOf(command)];
    }
    std::string text;
    std::size_t shown = 0;
    for (const auto& [name, times] : programs) {
        if (shown++ == kMostNames) {
            return text + " and " + std::to_string(programs.size() - kMostNames) + " more";
        }
        text += (text.empty() ? "" : ", ") + name;
        text += times > 1 ? " (" + std::to_string(times) + ")" : "";
    }
    return text;
}

std::string droppedText(const perf::RunArchiveResult& archived) {
    const std::size_t number = archived.dropped.size();
    return std::to_string(number) + " further " + (number == 1 ? "program was" : "programs were") +
           " measured: " + namesOf(archived.dropped) + "; --all-processes keeps them";
}

std::string runningText(const perf::SegmentInfo& info) {
    return "process " + std::to_string(info.pid) +
           " of this run goes on and is still measured: " + info.command + "; `gantry top " +
           std::to_string(info.pid) + "` shows it, and `gantry recover " +
           std::to_string(info.pid) + "` keeps it later";
}

}  // namespace

std::string execText(const ExecOutcome& outcome) {
    const perf::RunArchiveResult& archived = outcome.archived;
    if (!archived.profile) {
        return outcome.samples ? base::printableLines(samplesText(*outcome.samples)) : "";
    }
    const perf::Profile& profile = *archived.profile;
    std::ostringstream text;
    text << "Program    " << outcome.program << " ended with " << outcome.end.text() << "; "
         << base::duration(static_cast<double>(profile.timeNs) * 1e-9) << " measured\n";
    if (!archived.ranByShell.empty()) {
        text << "           what it ran was measured: " << archived.ranByShell << '\n';
    }
    text << perf::profileText(profile);
    if (!profile.partial.empty()) {
        text << perf::paragraph("Partial   ", profile.partial);
    }
    if (!archived.file.empty()) {
        text << "Written    " << archived.file.string();
        if (!archived.furtherFiles.empty()) {
            text << "  and " << base::plural(archived.furtherFiles.size(), "archive")
                 << " of further programs, " << archived.furtherFiles.front().string()
                 << (archived.furtherFiles.size() > 1 ? ", ..." : "");
        }
        if (!archived.traces.empty()) {
            text << "\nTraces     " << archived.traces.front().string()
                 << (archived.traces.size() > 1
                         ? " and " + std::to_string(archived.traces.size() - 1) + " more"
                         : "");
        }
        text << "\nNext       gantry report " << archived.file.string() << '\n';
    }
    if (outcome.samples) {
        text << '\n' << samplesText(*outcome.samples);
    }
    return base::printableLines(text.str());
}

std::vector<std::string> execMessages(const ExecOutcome& outcome) {
    std::vector<std::string> messages;
    if (outcome.end.signal != 0) {
        messages.push_back(outcome.program + " was ended by " + outcome.end.text());
    }
    if (!outcome.unmeasured.empty()) {
        messages.push_back("no process of " + outcome.program +
                           " reported what it measured: " + outcome.unmeasured);
    }
    if (!outcome.samplesProblem.empty()) {
        messages.push_back("the samples are lost: " + outcome.samplesProblem);
    }
    for (const std::string& problem : outcome.archived.problems) {
        messages.push_back(problem +
                           "; what was measured is still there: `gantry ps` shows it, "
                           "and `gantry recover` keeps it");
    }
    if (outcome.archived.damaged > 0) {
        messages.push_back(base::plural(outcome.archived.damaged, "damaged record") + " left out");
    }
    if (!outcome.archived.dropped.empty()) {
        messages.push_back(droppedText(outcome.archived));
    }
    for (const perf::SegmentInfo& info : outcome.archived.running) {
        messages.push_back(runningText(info));
    }
    return messages;
}

std::string execJson(const ExecOutcome& outcome) {
    const perf::RunArchiveResult& archived = outcome.archived;
    perf::Json document{{"format", "gantry-exec"},
                        {"version", 1},
                        {"program", perf::jsonText(outcome.program)},
                        {"pid", outcome.end.pid},
                        {"status", outcome.end.exitStatus},
                        {"signal", outcome.end.signal},
                        {"archive", perf::jsonText(archived.file.string())},
                        {"further", perf::Json::array()},
                        {"traces", perf::Json::array()},
                        {"messages", perf::Json::array()}};
    for (const std::filesystem::path& file : archived.furtherFiles) {
        document["further"].push_back(perf::jsonText(file.string()));
    }
    for (const std::filesystem::path& file : archived.traces) {
        document["traces"].push_back(perf::jsonText(file.string()));
    }
    for (const std::string& message : execMessages(outcome)) {
        document["messages"].push_back(perf::jsonText(message));
    }
    document["timeNs"] =
        archived.profile ? perf::Json(archived.profile->timeNs) : perf::Json(nullptr);
    document["ranks"] =
        archived.profile && archived.profile->ranks ? archived.profile->ranks->size : 1;
    document["ranByShell"] = perf::jsonText(archived.ranByShell);
    document["partial"] = archived.profile ? archived.profile->partial : "";
    document["samples"] =
        outcome.samples ? perf::Json{{"archive", perf::jsonText(outcome.samples->file.string())},
                                     {"samples", outcome.samples->run.samples},
                                     {"rooted", outcome.samples->run.rooted},
                                     {"lost", outcome.samples->run.lost},
                                     {"withKernel", outcome.samples->run.withKernel}}
                        : perf::Json(nullptr);
    document["profile"] =
        archived.profile ? perf::profileJson(*archived.profile) : perf::Json(nullptr);
    return document.dump(-1, ' ', true, perf::Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::tools
