#include <base/text/Printable.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/machine/MachineFile.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/runs/RunFile.hpp>
#include <perf/runs/RunFindings.hpp>

#include <map>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

// Records of a trace that are read within a second, about.
constexpr std::uint64_t kMostRecords = 2'000'000;

History decisionsOf(const std::string& file) {
    return looksLikeArchive(file) ? readHistory(file) : History{};
}

std::optional<TraceAnalysis> traceAnalysisOf(CheckedArchive& archive, const std::string& file,
                                             const MachineModel& machine, bool shared,
                                             const Notes& notes) {
    MpiTraceReader reader;
    bool hasTrace = false;
    for (const std::string& each : rankTraces(file)) {
        TraceSource source = each == file ? traceInArchive(archive, file) : readTraceSource(each);
        for (const std::string& note : source.notes) {
            notes(note);
        }
        if (!source.chunks.empty()) {
            hasTrace = true;
            reader.add(Trace(std::move(source.chunks)));
        }
    }
    if (!hasTrace) {
        return std::nullopt;
    }
    MpiTrace run = reader.result();
    return run.threads.empty() ? std::nullopt : std::optional(analysisOf(run, machine, shared));
}

std::optional<TraceAnalysis> traceAnalysisOf(const std::string& file, const MachineModel& machine,
                                             bool shared, const Notes& notes) {
    if (!looksLikeArchive(file)) {
        return std::nullopt;
    }
    CheckedArchive archive(file);
    return traceAnalysisOf(archive, file, machine, shared, notes);
}

void noteShortness(const Evidence& evidence, RunAnalysis& run) {
    if (isTooShort(evidence)) {
        run.efficiency.notes.emplace_back(
            "the run computes for less than 5 ms, which is too short to judge");
    }
}

void noteNoTrace(RunAnalysis& run) {
    if (!run.trace && run.efficiency.ranks > 1) {
        run.efficiency.notes.emplace_back(
            "there is no trace, so waits and messages are not examined; measure with a "
            "trace of the mode drain");
    }
}

RunAnalysis analysisOf(const RunOfPage& of, const Profile& profile, const Notes& notes) {
    RunAnalysis run;
    run.name = std::filesystem::path(of.file).filename().string();
    const DescribedMachine described = machineOfUser();
    const MachineModel& machine = described.model;
    run.machine = described.words;
    run.efficiency = efficiencyOf(profile, StateRules(usualStates()));
    const bool isLong = of.timeline && of.timeline->records() > kMostRecords;
    if (of.timeline && !isLong) {
        const bool shared = run.efficiency.sharesCores();
        run.trace = of.archive != nullptr
                        ? traceAnalysisOf(*of.archive, of.file, machine, shared, notes)
                        : traceAnalysisOf(of.file, machine, shared, notes);
    }
    const Evidence evidence{profile, run.efficiency, run.trace ? &*run.trace : nullptr,
                            machine, run.least,      &of.history};
    run.tested = testedHypotheses(evidence);
    run.findings = reportedOf(run.tested, run.least);
    noteShortness(evidence, run);
    if (isLong) {
        run.efficiency.notes.emplace_back(
            "the trace is long, so waits and messages are not examined here; an analysis of the "
            "file examines them");
    } else {
        noteNoTrace(run);
    }
    return run;
}

// What a profile says; of a run that cannot be judged its name and why.
RunEfficiency efficiencyIn(const std::string& name, const Profile& profile,
                           const StateRules& rules) {
    try {
        return efficiencyOf(profile, rules);
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(name + ": " + error.what());
    }
}

RunAnalysis analysisOf(const std::string& name, const Profile& profile,
                       const AnalysisRequest& request, const Notes& notes) {
    const MachineModel& machine = request.machine.model;
    RunAnalysis run;
    run.name = name;
    run.efficiency = efficiencyIn(name, profile, request.rules);
    run.trace = traceAnalysisOf(name, machine, run.efficiency.sharesCores(), notes);
    noteNoTrace(run);
    const History history = decisionsOf(name);
    const Evidence evidence{profile, run.efficiency, run.trace ? &*run.trace : nullptr,
                            machine, request.least,  &history};
    run.tested = testedHypotheses(evidence);
    run.findings = reportedOf(run.tested, request.least);
    noteShortness(evidence, run);
    run.machine = request.machine.words;
    run.least = request.least;
    return run;
}

Profile profileIn(const std::string& file) {
    return compensatedWhereKnown(readProfileFile(file));
}

std::vector<std::pair<std::string, std::string>> programsOf(
    const std::vector<std::filesystem::path>& files) {
    std::vector<std::pair<std::string, std::string>> programs;
    programs.reserve(files.size());
    for (const auto& file : files) {
        programs.emplace_back(file.string(), programOf(readProfileFile(file)));
    }
    return programs;
}

/// The runs that are judged together, before their traces are read.
struct ChosenRuns {
    std::vector<RunKind> kinds;
    std::vector<std::string> notes;
};

ChosenRuns chosenOf(const std::vector<std::filesystem::path>& files, const StateRules& rules) {
    ChosenRuns chosen;
    std::map<std::string, std::string> known;
    std::string partial;
    for (const auto& file : files) {
        const Profile profile = profileIn(file.string());
        RunKind kind = kindOf(file.string(), profile, efficiencyIn(file.string(), profile, rules));
        if (const auto same = known.find(kind.identity); same != known.end()) {
            chosen.notes.push_back(kind.name + " is the same run as " + same->second +
                                   ", and counts once");
            continue;
        }
        known.emplace(kind.identity, kind.name);
        if (!kind.partial.empty()) {
            partial = kind.name + ": the run is not complete: " + kind.partial;
            chosen.notes.push_back(kind.name +
                                   " is left out: the run is not complete: " + kind.partial);
            continue;
        }
        if (!chosen.kinds.empty()) {
            requireSameKind(chosen.kinds.front(), kind);
        }
        chosen.kinds.push_back(std::move(kind));
    }
    if (chosen.kinds.empty()) {
        throw NotRepetitionsError(partial + "; of several runs only complete ones are judged");
    }
    return chosen;
}

// Runs that differ in such a way can still be repetitions, so they are judged with a note.
void noteDifferences(ChosenRuns& chosen) {
    const RunKind& first = chosen.kinds.front();
    for (const auto& [member, text] :
         {std::pair(&RunKind::machine, "the machines of the runs differ: "),
          std::pair(&RunKind::command, "the commands of the runs differ: ")}) {
        for (const RunKind& kind : chosen.kinds) {
            if (kind.*member != first.*member) {
                chosen.notes.push_back(text + first.name + ": " + first.*member + ", " + kind.name +
                                       ": " + kind.*member);
                break;
            }
        }
    }
}

void requireSameTrace(const RunAnalysis& first, const RunAnalysis& next) {
    if (first.trace.has_value() != next.trace.has_value()) {
        const RunAnalysis& without = first.trace ? next : first;
        const RunAnalysis& with = first.trace ? first : next;
        throw NotRepetitionsError(without.name + ": has no trace, but " + with.name +
                                  " has one; only runs measured alike are judged together");
    }
}

}  // namespace

std::vector<RunAnalysis> analyzeRuns(const std::vector<std::filesystem::path>& files,
                                     const AnalysisRequest& request, const Notes& notes) {
    if (files.size() > 1) {
        requireOneProgram(programsOf(files));
    }
    std::vector<RunAnalysis> runs;
    for (const auto& file : files) {
        RunAnalysis run = analysisOf(file.string(), profileIn(file.string()), request, notes);
        if (!runs.empty()) {
            run.computation = computationEfficiency(runs.front().efficiency, run.efficiency);
        }
        runs.push_back(std::move(run));
    }
    return runs;
}

RepeatedRuns analyzeTogether(const std::vector<std::filesystem::path>& files,
                             const AnalysisRequest& request, const Notes& notes) {
    ChosenRuns chosen = chosenOf(files, request.rules);
    noteDifferences(chosen);
    std::vector<RunAnalysis> runs;
    for (const RunKind& kind : chosen.kinds) {
        RunAnalysis run = analysisOf(kind.name, profileIn(kind.name), request, notes);
        if (!runs.empty()) {
            requireSameTrace(runs.front(), run);
            run.computation = computationEfficiency(runs.front().efficiency, run.efficiency);
        }
        if (run.trace) {
            // By far the most of what is known of a run, and no longer needed.
            run.trace->steps = {};
        }
        runs.push_back(std::move(run));
    }
    RepeatedRuns together = judgedTogether(std::move(runs));
    together.program = chosen.kinds.front().program;
    together.notes = std::move(chosen.notes);
    return together;
}

std::string analysisForPage(const RunOfPage& run, const Notes& notes) {
    try {
        return analysisJson({analysisOf(run, compensatedWhereKnown(run.profile), notes)});
    } catch (const std::invalid_argument&) {
        // A profile without what efficiencies are made of: the page does without.
    } catch (const std::runtime_error& error) {
        notes("no findings: " + base::printable(error.what()));
    }
    return {};
}

}  // namespace gantry::perf
