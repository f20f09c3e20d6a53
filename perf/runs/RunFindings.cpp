#include <base/text/Printable.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/machine/MachineFile.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/runs/RunFile.hpp>
#include <perf/runs/RunFindings.hpp>

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
    const Evidence evidence{profile,    run.efficiency, run.trace ? &*run.trace : nullptr,
                            machine,    run.least,      {&run.efficiency},
                            &of.history};
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

void addFindings(std::vector<RunAnalysis>& runs, const std::vector<Profile>& profiles,
                 const AnalysisRequest& request) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
        RunAnalysis& run = runs[i];
        const History history = decisionsOf(run.name);
        Evidence evidence{profiles[i],
                          run.efficiency,
                          run.trace ? &*run.trace : nullptr,
                          request.machine.model,
                          request.least,
                          {},
                          &history};
        for (const RunAnalysis& other : runs) {
            if (other.efficiency.ranks == run.efficiency.ranks) {
                evidence.repetitions.push_back(&other.efficiency);
            }
        }
        run.tested = testedHypotheses(evidence);
        run.findings = reportedOf(run.tested, request.least);
        noteShortness(evidence, run);
        run.machine = request.machine.words;
        run.least = request.least;
    }
}

}  // namespace

std::vector<RunAnalysis> analyzeRuns(const std::vector<std::filesystem::path>& files,
                                     const AnalysisRequest& request, const Notes& notes) {
    std::vector<Profile> profiles;
    std::vector<std::pair<std::string, const Profile*>> named;
    profiles.reserve(files.size());
    for (const auto& file : files) {
        profiles.push_back(compensatedWhereKnown(readProfileFile(file)));
        named.emplace_back(file.string(), &profiles.back());
    }
    requireOneProgram(named);
    std::vector<RunAnalysis> runs;
    for (const auto& [name, profile] : named) {
        RunAnalysis run;
        run.name = name;
        try {
            run.efficiency = efficiencyOf(*profile, request.rules);
        } catch (const std::invalid_argument& error) {
            throw std::runtime_error(name + ": " + error.what());
        }
        run.trace =
            traceAnalysisOf(name, request.machine.model, run.efficiency.sharesCores(), notes);
        noteNoTrace(run);
        if (!runs.empty()) {
            run.computation = computationEfficiency(runs.front().efficiency, run.efficiency);
        }
        runs.push_back(std::move(run));
    }
    addFindings(runs, profiles, request);
    return runs;
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
