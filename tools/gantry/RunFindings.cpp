#include "RunFindings.hpp"

#include <base/text/Printable.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/machine/MachineFile.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/recording/TraceSource.hpp>

#include <iostream>
#include <stdexcept>
#include <utility>

namespace gantry::tools {

namespace {

// Records of a trace that are read within a second, about.
constexpr std::uint64_t kMostRecords = 2'000'000;

perf::MachineModel usualMachine(std::string& words) {
    const std::filesystem::path file = perf::machineFile();
    if (file.empty() || !std::filesystem::exists(file)) {
        words = "costs of the machine are defaults; `gantry calibrate` measures them";
        return perf::defaultMachine();
    }
    perf::MachineModel machine = perf::machineIn(file);
    words = "costs of " + machine.host + ", measured " + machine.created;
    return machine;
}

perf::RunAnalysis analysisOf(const std::string& file, const perf::Profile& profile,
                             const std::optional<perf::Timeline>& timeline) {
    perf::RunAnalysis run;
    run.name = std::filesystem::path(file).filename().string();
    const perf::MachineModel machine = usualMachine(run.machine);
    run.efficiency = perf::efficiencyOf(profile, perf::StateRules(perf::usualStates()));
    const bool isLong = timeline && timeline->records() > kMostRecords;
    if (timeline && !isLong) {
        run.trace = traceAnalysisOf(file, machine, run.efficiency.oversubscribed());
    }
    const perf::History history = decisionsOf(file);
    const perf::Evidence evidence{profile, run.efficiency, run.trace ? &*run.trace : nullptr,
                                  machine, run.least,      {&run.efficiency},
                                  &history};
    run.findings = perf::findingsOf(evidence);
    if (perf::isTooShort(evidence)) {
        run.efficiency.notes.emplace_back(
            "the run computes for less than 5 ms, which is too short to judge");
    }
    if (isLong) {
        run.efficiency.notes.emplace_back(
            "the trace is long, so waits and messages are not examined here; `gantry analyze` "
            "does");
    } else if (!run.trace && run.efficiency.ranks > 1) {
        run.efficiency.notes.emplace_back(
            "there is no trace, so waits and messages are not examined; measure with --trace "
            "drain");
    }
    return run;
}

}  // namespace

perf::History decisionsOf(const std::string& file) {
    return perf::looksLikeArchive(file) ? perf::readHistory(file) : perf::History{};
}

std::optional<perf::TraceAnalysis> traceAnalysisOf(const std::string& file,
                                                   const perf::MachineModel& machine, bool shared) {
    if (!perf::looksLikeArchive(file)) {
        return std::nullopt;
    }
    perf::MpiTraceReader reader;
    bool hasTrace = false;
    for (const std::string& each : perf::rankTraces(file)) {
        perf::TraceSource source = perf::readTraceSource(each);
        for (const std::string& note : source.notes) {
            std::cerr << "gantry: " << note << '\n';
        }
        if (!source.chunks.empty()) {
            hasTrace = true;
            reader.add(perf::Trace(std::move(source.chunks)));
        }
    }
    if (!hasTrace) {
        return std::nullopt;
    }
    perf::MpiTrace run = reader.result();
    return run.threads.empty() ? std::nullopt
                               : std::optional(perf::analysisOf(run, machine, shared));
}

std::string analysisForPage(const std::string& file, const perf::Profile& profile,
                            const std::optional<perf::Timeline>& timeline) {
    try {
        return perf::analysisJson(
            {analysisOf(file, perf::compensatedWhereKnown(profile), timeline)});
    } catch (const std::invalid_argument&) {
        // A profile without what efficiencies are made of: the page does without.
    } catch (const std::runtime_error& error) {
        std::cerr << "gantry: no findings: " << base::printable(error.what()) << '\n';
    }
    return {};
}

}  // namespace gantry::tools
