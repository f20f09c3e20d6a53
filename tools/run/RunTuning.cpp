#include "RunTuning.hpp"

#include <gantry/ports.hpp>
#include <gov/cca/CCAException.hpp>
#include <tuning/TrialLog.hpp>
#include <tuning/Tuner.hpp>

#include <memory>

namespace gantry::tools {

namespace {

/// Calls act(instance, port) for each provided port of that type.
template <class Port, class Act>
void forEachProvider(const framework::Framework& assembly, const char* type, const Act& act) {
    for (const framework::InstanceInfo& instance : assembly.instances()) {
        for (const framework::PortInfo& port : instance.ports) {
            if (port.provided && port.type == type) {
                const std::shared_ptr<Port> found =
                    castPort<Port>(assembly.providedPort(instance.name, port.name), port.name);
                act(instance.name, *found);
            }
        }
    }
}

template <class Act>
void forEachTuner(const framework::Framework& assembly, const Act& act) {
    forEachProvider<tuning::Tuner>(assembly, "tuning.Tuner", act);
}

}  // namespace

std::optional<TuningOutcome> readTuning(const framework::Framework& assembly) {
    std::optional<TuningOutcome> outcome;
    forEachProvider<tuning::TrialLog>(
        assembly, "tuning.TrialLog", [&](const std::string& instance, tuning::TrialLog& log) {
            if (outcome) {
                return;
            }
            outcome = {instance, log.getAccuracy(), {}, {}};
            for (int index = 0; index < log.getNumTrials(); ++index) {
                outcome->trials.push_back(log.getTrial(index));
            }
            for (int index = 0; index < log.getNumDecisions(); ++index) {
                outcome->decisions.push_back(log.getDecision(index));
            }
        });
    return outcome;
}

std::vector<TunerOutcome> readTuners(const framework::Framework& assembly, std::int64_t calls) {
    std::vector<TunerOutcome> all;
    forEachTuner(assembly, [&](const std::string& instance, tuning::Tuner& tuner) {
        TunerOutcome outcome;
        outcome.instance = instance;
        outcome.port = tuner.getTunedPort();
        for (const tuning::Candidate& candidate : tuner.getCandidates().toVector()) {
            outcome.candidates.push_back(candidate.name);
        }
        outcome.warnings = tuner.getWarnings().toVector();
        if (!outcome.port.empty()) {
            try {
                outcome.forecast = tuner.forecast(calls);
            } catch (const gov::cca::CCAException&) {
                // The strategy of a user may have none; the rest of the report stays.
                outcome.forecast = {};
            }
        }
        all.push_back(outcome);
    });
    return all;
}

void arrangeTuners(const framework::Framework& assembly) {
    forEachTuner(assembly, [](const std::string&, tuning::Tuner& tuner) { tuner.arrange(); });
}

}  // namespace gantry::tools
