#include "ApplicationRun.hpp"

#include <framework/LaterInstances.hpp>
#include <framework/ScriptInterpreter.hpp>
#include <perf/archive/Archive.hpp>
#include <server/Listening.hpp>

#include <chrono>
#include <functional>
#include <gantry_mpi.hpp>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "EndedRun.hpp"
#include "ExitStatus.hpp"
#include "GatheredProfile.hpp"
#include "RunChanges.hpp"
#include "RunClocks.hpp"
#include "RunDecisions.hpp"
#include "RunFiles.hpp"
#include "RunOutputs.hpp"
#include "RunTraces.hpp"
#include "RunTuning.hpp"
#include "WrongOption.hpp"

namespace gantry::tools {

namespace {

/// What is wrong with the monitoring takes nothing away from the report. Each rank writes its own
/// records.
void endMonitoring(RunOutcome& outcome, framework::RunMonitoring& monitoring,
                   const std::string& backend, const framework::Ranks& ranks) {
    try {
        monitoring.writeRecords(backend, ranks.size() > 1 ? std::to_string(ranks.rank()) : "",
                                outcome.recordFiles);
        if (outcome.error.empty()) {
            monitoring.checkFound();
        }
    } catch (const gov::cca::CCAException& error) {
        addError(outcome, error.getNote());
    }
}

/// Parameters of instances that no go had to do with.
void setRemaining(RunOutcome& outcome, framework::ParameterSettings& parameters) {
    try {
        parameters.finish();
    } catch (gov::cca::CCAException& error) {
        addError(outcome, error.getNote());
    }
}

/// Rank 0 reports the changes of all.
RunChanges::Request changesWanted(const RunOptions& options, const framework::Ranks& ranks) {
    RunChanges::Request request;
    request.script = options.script.string();
    if (ranks.rank() == 0) {
        request.file = options.changes;
        request.keep = options.writeArchive;
    }
    return request;
}

/// In seconds since 1970.
double secondsNow() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

struct ReadSnapshot {
    std::shared_ptr<performance::Snapshot> snapshot;
    double at = 0;  ///< in seconds since 1970
    double took = 0;
};

/// Of three the fastest, unless one is fast: on a busy machine another program may run in between.
ReadSnapshot readSnapshot(const framework::PerformanceBackend& backend) {
    constexpr double kExact = 0.002;
    ReadSnapshot best;
    for (int i = 0; i < 3 && (i == 0 || best.took > kExact); ++i) {
        ReadSnapshot now;
        now.at = secondsNow();
        now.snapshot = backend.snapshot();
        now.took = secondsNow() - now.at;
        if (i == 0 || now.took < best.took) {
            best = std::move(now);
        }
    }
    return best;
}

/// Where a rank has ended meanwhile, this one ends with its segment in place, as what it measured
/// may have got lost with the other one on its way to rank 0. Nothing may be cleaned up before.
void meetOrEnd(const framework::Ranks& ranks, const std::string& place) {
    try {
        ranks.checkAllWell(place);
    } catch (const framework::RanksMissing& missing) {
        endRanks(ranks, missing);
    }
}

std::optional<perf::Profile> gatherOrEnd(performance::Snapshot* snapshot,
                                         const framework::Ranks& ranks,
                                         const perf::MergeOptions& options) {
    try {
        return gatherProfile(snapshot, ranks.upcalls(), options);
    } catch (const gov::cca::CCAException&) {
        // A message found no receiver: the others miss that rank, too.
        meetOrEnd(ranks, "the end of the merge");
        throw;
    }
}

/// readAt: when the profile was read, in seconds since 1970. What is wrong with a decision log
/// takes nothing away from the archive.
void reportHistory(RunOutcome& outcome, double readAt, const RunChanges& changes,
                   const RunDecisions& decisions) {
    // Changes and decisions have times of day, the profile has the time since its begin.
    const double beganAt = readAt - static_cast<double>(outcome.profile->timeNs) * 1e-9;
    const auto note = [&](const char* what, std::int64_t leftOut) {
        if (leftOut > 0) {
            outcome.profile->context.emplace_back(what, std::to_string(leftOut));
        }
    };
    std::int64_t changesLeftOut = 0;
    outcome.history.changes = changes.changes(beganAt, changesLeftOut);
    note(perf::kChangesLeftOut, changesLeftOut);
    tryToWrite(outcome, [&] {
        std::int64_t decisionsLeftOut = 0;
        outcome.history.decisions = decisions.decisions(beganAt, decisionsLeftOut);
        note(perf::kDecisionsLeftOut, decisionsLeftOut);
    });
}

/// What rank 0 reports of the assembly as it is now, and of what was measured in it.
void describe(RunOutcome& outcome, const framework::Framework& assembly,
              const framework::PerformanceBackend& backend, std::optional<perf::Profile> profile) {
    outcome.instances = assembly.instances();
    outcome.connections = assembly.connections();
    outcome.backend = backend.className();
    outcome.tuning = readTuning(assembly);
    // As many calls as the figures of the guide are for.
    constexpr std::int64_t kForecastCalls = 100;
    outcome.tuners = readTuners(assembly, kForecastCalls);
    outcome.profile = std::move(profile);
}

/// Before anything has run, what goes wrong with an option is wrong usage.
template <class Work>
auto asOption(Work work) {
    try {
        return work();
    } catch (const gov::cca::CCAException& error) {
        throw WrongOption(error.getNote());
    }
}

/// What there is no backend for is the fault of the option that names one.
template <class Work>
auto asBackendOption(Work work) {
    try {
        return work();
    } catch (const std::invalid_argument& error) {
        throw WrongOption(error.what(), "perf");
    }
}

framework::PerformanceBackend backendOf(framework::Framework& assembly, const RunOptions& options) {
    return asOption([&] {
        return asBackendOption([&] {
            return framework::PerformanceBackend(assembly, options.backend, options.settings);
        });
    });
}

void listen(std::optional<server::Listening>& listening, framework::Framework& assembly,
            const RunOptions& options, const framework::Ranks& ranks,
            const std::function<void()>& beforeGo) {
    const ListenRequest& request = *options.listen;
    try {
        listening.emplace(assembly,
                          server::Listening::Options{request.socket, options.script.string(),
                                                     request.stays, *request.signals},
                          ranks, beforeGo);
    } catch (const std::runtime_error& error) {
        throw WrongOption(error.what(), "listen");
    }
}

void runScript(framework::Framework& assembly, const RunOptions& options,
               const framework::Ranks& ranks, std::ostream& output,
               const std::function<void()>& beforeGo, RunOutcome& outcome) {
    std::optional<server::Listening> listening;
    if (options.listen) {
        listen(listening, assembly, options, ranks, beforeGo);
    }
    framework::ScriptInterpreter interpreter(assembly, output);
    interpreter.setCollective(ranks.collective());
    interpreter.setBeforeGo(listening ? [&listening] { listening->beforeGo(); } : beforeGo);
    outcome.status = interpreter.run(options.script);
    if (listening) {
        outcome.status = listening->afterScript(outcome.status);
    }
}

struct MeasuredAssembly {
    framework::Framework& assembly;
    framework::PerformanceBackend& backend;
    RunChanges& changes;
    RunDecisions& decisions;
};

// What all ranks measured; the first one writes it.
void collect(const RunOptions& options, const framework::Ranks& ranks,
             const MeasuredAssembly& measured, RunTraces& traces, RunOutcome& outcome) {
    const ReadSnapshot read = readSnapshot(measured.backend);
    // A trace goes on meanwhile.
    const UncountedMpi uncounted;
    perf::MergeOptions merging;
    merging.mostExactRanks = options.mostDetailedRanks;
    merging.keep = [&](perf::RankBlock block) { outcome.rankBlocks.push_back(std::move(block)); };
    std::optional<perf::Profile> profile = gatherOrEnd(read.snapshot.get(), ranks, merging);
    if (ranks.rank() == 0) {
        describe(outcome, measured.assembly, measured.backend, std::move(profile));
        if (options.writeArchive && outcome.profile) {
            reportHistory(outcome, read.at, measured.changes, measured.decisions);
        }
        const bool isNamed = options.profile || options.archive;
        if (isNamed || (options.writeArchive && outcome.profile)) {
            writeFilesOf(outcome, options);
        }
    }
    traces.keep(read.snapshot.get(), outcome);
}

}  // namespace

void runApplication(const RunOptions& options, const framework::Ranks& ranks, std::ostream& output,
                    RunOutcome& outcome) {
    if (ranks.rank() == 0) {
        checkOutputs(options);
    }
    framework::Framework assembly(options.componentPath);
    assembly.guardAll(options.guarded);
    ranks.serve(assembly);
    framework::PerformanceBackend backend = backendOf(assembly, options);
    framework::RunMonitoring monitoring(assembly, options.monitoring);
    framework::ParameterSettings parameters(assembly, options.parameters);
    RunDecisions decisions(assembly);
    RunChanges changes(assembly, changesWanted(options, ranks));
    RunClocks clocks(ranks);
    std::mutex preparing;
    bool hasRun = false;
    const auto prepare = [&] {
        // Commands of clients and of the script may both reach a go.
        const std::lock_guard lock(preparing);
        asBackendOption([&] { backend.connect(); });
        if (options.writeArchive) {
            decisions.connect();
        }
        monitoring.begin();
        if (hasRun) {
            parameters.apply();
            clocks.beforeGo();
            return;
        }
        asOption([&] {
            const framework::LaterInstances later(assembly, options.script,
                                                  options.listen.has_value());
            monitoring.checkNames(later);
            parameters.checkNames(later);
            parameters.apply();
        });
        clocks.beforeGo();
        hasRun = true;
        if (options.end != nullptr) {
            options.end->prepareMessage(options.script.string());
        }
    };
    const EndedRun ended(options, ranks, [&](int signal) {
        // A signal may come while the assembly is being prepared; then there is nothing to report
        // yet.
        const std::unique_lock lock(preparing, std::try_to_lock);
        if (lock) {
            reportEnded(options, assembly, backend, signal);
        }
    });
    try {
        runScript(assembly, options, ranks, output, prepare, outcome);
        setRemaining(outcome, parameters);
    } catch (const framework::ScriptError& error) {
        if (ranks.size() > 1) {
            throw;
        }
        outcome.status = kFailed;
        outcome.error = error.what();
    }
    if (options.dumpTrigger != nullptr) {
        outcome.dumps = options.dumpTrigger->stop();
    }
    endMonitoring(outcome, monitoring, backend.instance(), ranks);
    ranks.checkAllWell("the end of the script, with status " + std::to_string(outcome.status));

    clocks.end();
    RunTraces traces(options, ranks);
    collect(options, ranks, {assembly, backend, changes, decisions}, traces, outcome);
    tryToWrite(outcome, [&] { changes.end(); });
    meetOrEnd(ranks, "the end of the merge");
    assembly.shutdown();
    traces.finish(outcome);
    // No rank ends while another one still needs it.
    ranks.checkAllWell("the end of the run");
}

}  // namespace gantry::tools
