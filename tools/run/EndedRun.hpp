#pragma once

#include <framework/Framework.hpp>

#include <functional>

#include "PerformanceBackend.hpp"
#include "Ranks.hpp"

namespace gantry::tools {

class RunEnd;
struct RunOptions;

/// Hands what was measured by now to RunOptions::reportEnded, for a run that a signal ends. Stops
/// nothing that runs. Throws what the backend and the assembly throw.
void reportEnded(const RunOptions& options, const framework::Framework& assembly,
                 const PerformanceBackend& backend, int signal);

/// While it lives a signal that ends the run reports what was measured, in a run of one rank, and
/// prints the command that recovers it.
class EndedRun final {
public:
    /// report: called with the number of the signal, by a thread of its own.
    EndedRun(const RunOptions& options, const Ranks& ranks, std::function<void(int)> report);
    ~EndedRun();
    EndedRun(const EndedRun&) = delete;
    EndedRun& operator=(const EndedRun&) = delete;

private:
    RunEnd* end_;
};

}  // namespace gantry::tools
