#include "ApplicationRun.hpp"

#include <framework/ScriptInterpreter.hpp>
#include <gantry/ports.hpp>
#include <perf/export/JsonProfile.hpp>
#include <perf/model/Merge.hpp>
#include <perf/model/ReduceOverRanks.hpp>
#include <tuning/DecisionLog.hpp>

#include <utility>

#include "PerformanceBackend.hpp"
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

}  // namespace

RunOutcome runApplication(const RunOptions& options, const Ranks& ranks, std::ostream& output) {
    framework::Framework assembly(options.componentPath);
    ranks.serve(assembly);
    PerformanceBackend backend(assembly, options.backend, options.metrics);
    framework::ScriptInterpreter interpreter(assembly, output);
    interpreter.setBeforeGo([&] {
        ranks.checkAllWell();
        backend.connect();
    });

    RunOutcome outcome;
    outcome.script = options.script.filename().string();
    outcome.ranks = ranks.size();
    outcome.status = interpreter.run(options.script);
    ranks.checkAllWell();

    std::optional<perf::Profile> profile = gatherProfile(backend.document(), ranks);
    if (ranks.rank() == 0) {
        outcome.instances = assembly.instances();
        outcome.connections = assembly.connections();
        outcome.backend = backend.className();
        outcome.tuning = readTuning(assembly);
        outcome.profile = std::move(profile);
        if (outcome.profile && options.writeProfile) {
            outcome.profile->context.emplace_back("script", outcome.script);
            outcome.profileFile =
                writeProfileFile(*outcome.profile, options.profile, options.script);
        }
    }
    assembly.shutdown();
    ranks.checkAllWell();
    return outcome;
}

}  // namespace gantry::tools
