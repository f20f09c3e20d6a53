#pragma once

#include <framework/Framework.hpp>
#include <framework/ParameterSettings.hpp>
#include <framework/PerformanceBackend.hpp>
#include <framework/Ranks.hpp>
#include <framework/RunMonitoring.hpp>

#include <mutex>

#include "ApplicationRun.hpp"
#include "RunChanges.hpp"
#include "RunClocks.hpp"
#include "RunDecisions.hpp"

namespace gantry::tools {

/// An assembly with everything that observes it in a run: the backend, the monitored connections,
/// the changes, the decisions of tuners and the clocks of the ranks.
///
///     MeasuredAssembly measured(assembly, options, ranks);
///     measured.beforeGo();                    // before each go of the script
///     measured.afterScript(outcome);
///     measured.endMonitoring(outcome);
class MeasuredAssembly final {
public:
    /// All of them outlive it. Throws WrongOption where there is no such backend, and
    /// std::runtime_error where the file of the changes cannot be written.
    MeasuredAssembly(framework::Framework& assembly, const RunOptions& options,
                     const framework::Ranks& ranks);

    /// Connects the backend and the decision logs, monitors the connections and sets the parameters
    /// that there are by now. Any thread may call it. Throws WrongOption, before the first go for
    /// names that cannot come as well; and gantry::Error.
    void beforeGo();

    /// Sets the parameters of instances that no go had to do with. What is wrong with one is an
    /// error of the outcome.
    void afterScript(RunOutcome& outcome);

    /// Writes the records of the monitored connections; each rank writes its own. What is wrong
    /// with them is an error of the outcome.
    void endMonitoring(RunOutcome& outcome);

    /// Reports what was measured by now, as reportEnded() does, for a run that a signal ends.
    /// Reports nothing while the assembly is being prepared.
    void reportEnded(int signal);

    [[nodiscard]] const framework::Framework& assembly() const noexcept { return assembly_; }
    [[nodiscard]] const framework::PerformanceBackend& backend() const noexcept { return backend_; }
    [[nodiscard]] const RunDecisions& decisions() const noexcept { return decisions_; }
    [[nodiscard]] RunChanges& changes() noexcept { return changes_; }
    [[nodiscard]] RunClocks& clocks() noexcept { return clocks_; }

private:
    /// Before the first go, what is wrong with a parameter is wrong usage.
    void setFirstParameters();

    framework::Framework& assembly_;
    const RunOptions& options_;
    const framework::Ranks& ranks_;
    framework::PerformanceBackend backend_;
    framework::RunMonitoring monitoring_;
    framework::ParameterSettings parameters_;
    RunDecisions decisions_;
    RunChanges changes_;
    RunClocks clocks_;
    /// Commands of clients and of the script may both reach a go.
    std::mutex preparing_;
    bool hasRun_ = false;
};

}  // namespace gantry::tools
