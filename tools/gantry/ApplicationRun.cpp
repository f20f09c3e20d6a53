#include "ApplicationRun.hpp"

#include <framework/ScriptInterpreter.hpp>
#include <gantry/ports.hpp>
#include <perf/export/JsonProfile.hpp>
#include <perf/model/Merge.hpp>
#include <perf/model/ReduceOverRanks.hpp>
#include <tuning/DecisionLog.hpp>

#include <stdexcept>
#include <utility>

#include "Command.hpp"
#include "ProfileFile.hpp"

namespace gantry::tools {

namespace {

std::optional<TuningOutcome> readTuning(const framework::Framework& assembly) {
    for (const framework::InstanceInfo& instance : assembly.instances()) {
        for (const framework::PortInfo& port : instance.ports) {
            if (!port.provided || port.type != "tuning.DecisionLog") {
                continue;
            }
            const auto log = castPort<tuning::DecisionLog>(
                assembly.providedPort(instance.name, port.name), port.name);
            TuningOutcome outcome{instance.name, log->getAccuracy(), {}, {}};
            for (int index = 0; index < log->getNumTrials(); ++index) {
                outcome.trials.push_back(log->getTrial(index));
            }
            for (int index = 0; index < log->getNumDecisions(); ++index) {
                outcome.decisions.push_back(log->getDecision(index));
            }
            return outcome;
        }
    }
    return std::nullopt;
}

/// The profiles of all ranks as one, on rank 0; nothing elsewhere, or where there are no values.
std::optional<perf::Profile> gatherProfile(const std::string& document, const Ranks& ranks) {
    const sidl::array<std::string> documents = ranks.upcalls().gather(document, 0);
    std::vector<perf::Profile> profiles;
    for (const std::string& text : documents) {
        if (text.empty()) {
            return std::nullopt;
        }
        profiles.push_back(perf::fromJson(text));
    }
    if (profiles.empty()) {
        return std::nullopt;
    }
    if (profiles.size() == 1) {
        return std::move(profiles.front());
    }
    perf::Profile merged = perf::merge(profiles);
    merged.ranks = perf::reduceOverRanks(profiles);
    return merged;
}

/// A profile that can not be written takes nothing away from the report.
void writeProfileOf(RunOutcome& outcome, const RunOptions& options) {
    try {
        if (!outcome.profile) {
            throw std::runtime_error("no profile was written: " +
                                     (outcome.backend.empty()
                                          ? "nothing was measured"
                                          : outcome.backend + " keeps no values"));
        }
        outcome.profile->context.emplace_back("script", outcome.script);
        outcome.profileFile = writeProfileFile(*outcome.profile, options.profile, options.script);
    } catch (const std::exception& error) {
        outcome.status = kFailed;
        outcome.error += (outcome.error.empty() ? "" : "; and ") + std::string(error.what());
    }
}

/// What rank 0 tells of the assembly as it is now, and of what was measured in it.
void describe(RunOutcome& outcome, const framework::Framework& assembly,
              const PerformanceBackend& backend, std::optional<perf::Profile> profile) {
    outcome.instances = assembly.instances();
    outcome.connections = assembly.connections();
    outcome.backend = backend.className();
    outcome.tuning = readTuning(assembly);
    outcome.profile = std::move(profile);
}

}  // namespace

void runApplication(const RunOptions& options, const Ranks& ranks, std::ostream& output,
                    RunOutcome& outcome) {
    framework::Framework assembly(options.componentPath);
    ranks.serve(assembly);
    PerformanceBackend backend(assembly, options.backend, options.settings);
    framework::ScriptInterpreter interpreter(assembly, output);
    interpreter.setBeforeGo([&] {
        ranks.checkAllWell();
        backend.connect();
    });
    try {
        outcome.status = interpreter.run(options.script);
    } catch (const framework::ScriptError& error) {
        if (ranks.size() > 1) {
            throw;
        }
        outcome.status = kFailed;
        outcome.error = error.what();
    }
    ranks.checkAllWell();

    std::optional<perf::Profile> profile = gatherProfile(backend.document(), ranks);
    if (ranks.rank() == 0) {
        describe(outcome, assembly, backend, std::move(profile));
        if (options.writeProfile && (outcome.profile || options.profile)) {
            writeProfileOf(outcome, options);
        }
    }
    assembly.shutdown();
    ranks.checkAllWell();
}

}  // namespace gantry::tools
