#include "ApplicationRun.hpp"

#include <framework/ScriptInterpreter.hpp>
#include <server/Listening.hpp>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "CollectedResults.hpp"
#include "EndedRun.hpp"
#include "ExitStatus.hpp"
#include "MeasuredAssembly.hpp"
#include "RunFiles.hpp"
#include "RunOutputs.hpp"
#include "RunTraces.hpp"
#include "WrongOption.hpp"

namespace gantry::tools {

namespace {

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

/// Returns the status that the script, or the client that ended the run, asks for.
int interpret(framework::Framework& assembly, const RunOptions& options,
              const framework::Ranks& ranks, std::ostream& output,
              const std::function<void()>& beforeGo) {
    std::optional<server::Listening> listening;
    if (options.listen) {
        listen(listening, assembly, options, ranks, beforeGo);
    }
    framework::ScriptInterpreter interpreter(assembly, output);
    interpreter.setCollective(ranks.collective());
    interpreter.setBeforeGo(listening ? [&listening] { listening->beforeGo(); } : beforeGo);
    const int status = interpreter.run(options.script);
    return listening ? listening->afterScript(status) : status;
}

/// One rank alone reports what was measured up to an error of the script; several have agreed on
/// the error, which the caller reports once for all.
void runScript(framework::Framework& assembly, MeasuredAssembly& measured,
               const RunOptions& options, const framework::Ranks& ranks, std::ostream& output,
               RunOutcome& outcome) {
    try {
        outcome.status =
            interpret(assembly, options, ranks, output, [&measured] { measured.beforeGo(); });
        measured.afterScript(outcome);
    } catch (const framework::ScriptError& error) {
        if (ranks.size() > 1) {
            throw;
        }
        outcome.status = kFailed;
        outcome.error = error.what();
    }
}

void stopDumps(const RunOptions& options, RunOutcome& outcome) {
    if (options.dumpTrigger != nullptr) {
        outcome.dumps = options.dumpTrigger->stop();
    }
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
    MeasuredAssembly measured(assembly, options, ranks);
    const EndedRun ended(options, ranks, [&](int signal) { measured.reportEnded(signal); });

    runScript(assembly, measured, options, ranks, output, outcome);
    stopDumps(options, outcome);
    measured.endMonitoring(outcome);
    ranks.checkAllWell("the end of the script, with status " + std::to_string(outcome.status));

    measured.clocks().end();
    RunTraces traces(options, ranks);
    collectResults(measured, options, ranks, traces, outcome);
    tryToWrite(outcome, [&] { measured.changes().end(); });
    // Nothing may be cleaned up before.
    meetOrEnd(ranks, "the end of the merge");

    assembly.shutdown();
    traces.finish(outcome);
    // No rank ends while another one still needs it.
    ranks.checkAllWell("the end of the run");
}

}  // namespace gantry::tools
