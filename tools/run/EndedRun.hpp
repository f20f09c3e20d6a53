#pragma once

#include <framework/Framework.hpp>
#include <framework/PerformanceBackend.hpp>
#include <framework/Ranks.hpp>

#include <functional>
#include <string>

namespace gantry::tools {

class RunEnd;
struct RunOptions;

/// Hands what was measured by now to RunOptions::reportEnded, for a run that a signal ends. Stops
/// nothing that runs. Throws what the backend and the assembly throw.
void reportEnded(const RunOptions& options, const framework::Framework& assembly,
                 const framework::PerformanceBackend& backend, int signal);

/// Ends every rank of a run in which some are missing: the one that reports says so on standard
/// error.
[[noreturn]] void endRanks(const framework::Ranks& ranks, const framework::RanksMissing& missing);

/// Waits for all ranks at this place. Where one has ended meanwhile, this one ends with its segment
/// in place, as what it measured may have got lost with the other one on its way to rank 0.
/// Collective.
void meetOrEnd(const framework::Ranks& ranks, const std::string& place);

/// While it lives a signal that ends the run reports what was measured, in a run of one rank, and
/// prints the command that recovers it.
class EndedRun final {
public:
    /// report: called with the number of the signal, by a thread of its own.
    EndedRun(const RunOptions& options, const framework::Ranks& ranks,
             std::function<void(int)> report);
    ~EndedRun();
    EndedRun(const EndedRun&) = delete;
    EndedRun& operator=(const EndedRun&) = delete;

private:
    RunEnd* end_;
};

}  // namespace gantry::tools
