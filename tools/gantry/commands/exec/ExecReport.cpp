#include "ExecReport.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/Overview.hpp>
#include <perf/analysis/ProfileJson.hpp>
#include <perf/analysis/ProfileNotes.hpp>
#include <perf/analysis/ProfileText.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/SampledMetric.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>
#include <sys/resource.h>

#include "NextCommands.hpp"
#include "SourceOptions.hpp"

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
           " of this run continues and is still measured: " + info.command + "; `gantry top " +
           std::to_string(info.pid) + "` shows it, and `gantry recover " +
           std::to_string(info.pid) + "` keeps it later";
}

// "main and its threads, MPI, files (posix, stdio), 462 samples of call stacks (200 a second ...)"
std::string measuredText(const ExecOutcome& outcome) {
    std::string text = "main and threads";
    std::string files;
    for (std::size_t i = 0; i < outcome.modules.size(); ++i) {
        const std::string& module = outcome.modules[i];
        if (module == "mpi" || module == "mpich") {
            text += ", MPI";
        } else if (module == "posix" || module == "stdio") {
            files += (files.empty() ? "" : ", ") + module;
        } else if (module == "python") {
            text += ", functions of Python";
        } else if (module != "programs") {
            text += ", " + outcome.moduleTitles[i];
        }
    }
    text += files.empty() ? "" : ", files (" + files + ")";
    if (outcome.samples) {
        const perf::KeptSamples& samples = *outcome.samples;
        text += ", " + base::plural(samples.samples, "sample") + " of call stacks, " +
                std::to_string(samples.rate) + " for each second of processor time" +
                (samples.withKernel ? "" : " outside the kernel") +
                (samples.lost > 0 ? ", " + std::to_string(samples.lost) + " lost" : "");
    } else if (!outcome.samplesProblem.empty()) {
        text += "; no samples of call stacks: " + outcome.samplesProblem;
    }
    return perf::paragraph("Measured  ", text);
}

// Naming a call of a Python function takes time that is not known for itself.
std::string pythonText(const perf::Profile& profile) {
    for (const auto& [key, value] : profile.context) {
        if (key == perf::kPythonCalls) {
            return "some ns for each of " +
                   base::quantity(std::strtod(value.c_str(), nullptr), "") +
                   " calls of Python functions; ";
        }
    }
    return {};
}

// In the program, as its calls and the calibrated cost say; beside it, as the system counted it.
std::string costText(const perf::Profile& profile) {
    std::string text;
    if (profile.probeOverhead) {
        const std::string overhead = perf::overheadText(profile);
        text = overhead + "; ";
    }
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const double seconds =
        static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
        static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    return perf::paragraph("Overhead  ", text + pythonText(profile) + base::duration(seconds) +
                                             " of processor time beside the program");
}

std::string commandOf(const ExecOutcome& outcome) {
    std::string text;
    for (const std::string& word : outcome.words) {
        text += (text.empty() ? "" : " ") + word;
    }
    constexpr std::size_t kMost = 48;
    return text.size() <= kMost ? text : outcome.program + " ...";
}

std::int64_t cpuOf(const perf::Profile& profile) {
    std::int64_t cpuNs = 0;
    for (const perf::ThreadProfile& thread : profile.threads) {
        cpuNs += thread.process >= 0 ? thread.cpuNs : 0;
    }
    return cpuNs;
}

perf::OverviewFacts overviewFacts(const ExecOutcome& outcome) {
    const perf::RunArchiveResult& archived = outcome.archived;
    perf::OverviewFacts facts;
    facts.children = archived.dropped.size() + archived.furtherFiles.size() +
                     static_cast<std::size_t>(archived.children.processes());
    facts.keepsChildren = archived.children.processes() > 0;
    facts.namesPython = std::find(outcome.modules.begin(), outcome.modules.end(), "python") !=
                        outcome.modules.end();
    facts.preemptions = outcome.end.usage.preemptions;
    facts.waits = outcome.end.usage.waits;
    if (facts.children > 0) {
        facts.childCpuNs = std::max<std::int64_t>(
            0, outcome.end.usage.userNs + outcome.end.usage.systemNs - cpuOf(*archived.profile));
    }
    return facts;
}

ShownRun shownRun(const ExecOutcome& outcome) {
    return {outcome.archived.file.string(), commandOf(outcome)};
}

// "37 processes, 12.3 s of processor time: cc1plus (12) 9.8 s, ..."
std::string childrenText(const perf::ChildPrograms& children) {
    if (children.processes() == 0) {
        return {};
    }
    constexpr std::size_t kMostPrograms = 5;
    std::string text = std::to_string(children.processes()) + " further " +
                       (children.processes() == 1 ? "process" : "processes");
    std::size_t shown = 0;
    for (const perf::ChildProgram& program : children.programs()) {
        if (shown == kMostPrograms) {
            text +=
                ", and " + std::to_string(children.programs().size() - shown) + " more programs";
            break;
        }
        text += (shown++ == 0 ? ": " : ", ") + program.name + " (" +
                std::to_string(program.processes) + ") " +
                base::duration(static_cast<double>(program.cpuNs) * 1e-9);
    }
    return perf::paragraph("Children  ", text + " of processor time");
}

// Whether it has timers of its own, or calls of MPI: the table of them says more than functions.
bool hasTimersToShow(const perf::Profile& profile) {
    return std::any_of(
        profile.threads.begin(), profile.threads.end(), [&](const perf::ThreadProfile& thread) {
            return std::any_of(thread.nodes.begin(), thread.nodes.end(),
                               [&](const perf::CallPathNode& node) {
                                   const perf::TimerInfo& timer = profile.timers[node.timer];
                                   return node.calls > 0 && timer.group != "POSIX" &&
                                          timer.group != "STDIO" && timer.group != "program";
                               });
        });
}

std::string writtenText(const perf::RunArchiveResult& archived,
                        const std::optional<std::vector<perf::ArchivedSource>>& sources,
                        bool saysNext) {
    if (archived.file.empty()) {
        return {};
    }
    std::string text = "Written    " + archived.file.string();
    if (!archived.furtherFiles.empty()) {
        text += "  and " + base::plural(archived.furtherFiles.size(), "archive") +
                " of further programs, " + archived.furtherFiles.front().string() +
                (archived.furtherFiles.size() > 1 ? ", ..." : "");
    }
    if (!archived.traces.empty()) {
        text += "\nTraces     " + archived.traces.front().string() +
                (archived.traces.size() > 1
                     ? " and " + std::to_string(archived.traces.size() - 1) + " more"
                     : "");
    }
    if (sources) {
        text += "\n" + perf::paragraph("Sources   ", sourcesText(*sources, archived.file.string()));
        text.pop_back();
    }
    return text + (saysNext ? "" : "\nNext       gantry report " + archived.file.string()) + '\n';
}

}  // namespace

std::string execText(const ExecOutcome& outcome) {
    const perf::RunArchiveResult& archived = outcome.archived;
    if (!archived.profile) {
        return "";
    }
    const perf::Profile& profile = *archived.profile;
    const perf::Profile compensated = perf::compensatedWhereKnown(profile);
    const perf::OverviewFacts facts = overviewFacts(outcome);
    const std::string overview = perf::overviewText(compensated, facts);
    std::string next = nextText(perf::timeLimits(compensated, facts), shownRun(outcome));
    if (perf::lacksPythonNames(compensated, facts)) {
        next += "Next       gantry exec --modules usual,python -- " + commandOf(outcome) + '\n';
    }
    std::ostringstream text;
    text << "Program    " << outcome.program << " ended with " << outcome.end.text() << "; "
         << base::duration(static_cast<double>(profile.timeNs) * 1e-9) << " measured\n";
    if (!archived.ranByShell.empty()) {
        text << "           what it ran was measured: " << archived.ranByShell << '\n';
    }
    text << measuredText(outcome);
    const bool withTimers = overview.empty() || profile.ranks || hasTimersToShow(profile);
    if (withTimers) {
        text << perf::profileText(profile);
    } else {
        text << costText(profile);
    }
    text << overview << next << perf::tunedText(profile) << childrenText(archived.children);
    if (!withTimers) {
        text << perf::warningsText(profile);
    }
    if (!profile.partial.empty()) {
        text << perf::paragraph("Partial   ", profile.partial);
    }
    text << writtenText(archived, outcome.sources, !next.empty());
    return base::printableLines(text.str());
}

namespace {

void addOverview(perf::Json& document, const ExecOutcome& outcome) {
    document["time"] = nullptr;
    document["limits"] = perf::Json::array();
    document["programs"] = perf::Json::array();
    for (const perf::ChildProgram& program : outcome.archived.children.programs()) {
        document["programs"].push_back({{"name", perf::jsonText(program.name)},
                                        {"processes", program.processes},
                                        {"cpuNs", program.cpuNs},
                                        {"timeNs", program.timeNs}});
    }
    if (!outcome.archived.profile) {
        return;
    }
    const perf::Profile profile = perf::compensatedWhereKnown(*outcome.archived.profile);
    if (const auto use = perf::timeUse(profile)) {
        document["time"] = {{"threads", use->threads},
                            {"wholeNs", use->wholeNs},
                            {"computingNs", use->computingNs},
                            {"ioNs", use->ioNs},
                            {"mpiNs", use->mpiNs},
                            {"waitingNs", use->waitingNs},
                            {"knowsCpu", use->knowsCpu}};
    }
    for (const perf::TimeLimit& limit : perf::timeLimits(profile, overviewFacts(outcome))) {
        document["limits"].push_back(
            {{"kind", limit.kind},
             {"share", limit.share},
             {"evidence", perf::jsonText(limit.evidence)},
             {"advice", perf::jsonText(limit.advice)},
             {"command", perf::jsonText(nextCommand(limit.next, shownRun(outcome)))}});
    }
}

}  // namespace

std::vector<std::string> execMessages(const ExecOutcome& outcome) {
    std::vector<std::string> messages = outcome.moduleMessages;
    if (outcome.end.signal != 0) {
        messages.push_back(outcome.program + " was ended by " + outcome.end.text());
    }
    if (!outcome.unmeasured.empty()) {
        messages.push_back("no process of " + outcome.program +
                           " reported what it measured: " + outcome.unmeasured);
    }
    if (outcome.samplesProblem.rfind("the samples are lost", 0) == 0) {
        messages.push_back(outcome.samplesProblem);
    }
    if (!outcome.archived.children.problem().empty()) {
        messages.push_back(outcome.archived.children.problem());
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
    document["samples"] = outcome.samples ? perf::Json{{"rate", outcome.samples->rate},
                                                       {"samples", outcome.samples->samples},
                                                       {"rooted", outcome.samples->rooted},
                                                       {"lost", outcome.samples->lost},
                                                       {"withKernel", outcome.samples->withKernel}}
                                          : perf::Json(nullptr);
    document["withoutSamples"] = perf::jsonText(outcome.samplesProblem);
    document["modules"] = outcome.modules;
    document["sources"] = perf::Json::array();
    for (const perf::ArchivedSource& source :
         outcome.sources.value_or(std::vector<perf::ArchivedSource>())) {
        document["sources"].push_back({{"path", perf::jsonText(source.path)},
                                       {"bytes", source.bytes},
                                       {"leftOut", perf::jsonText(source.leftOut)}});
    }
    addOverview(document, outcome);
    document["profile"] =
        archived.profile ? perf::profileJson(*archived.profile) : perf::Json(nullptr);
    return document.dump(-1, ' ', true, perf::Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::tools
