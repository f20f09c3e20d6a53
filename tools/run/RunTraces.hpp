#pragma once

#include <framework/Ranks.hpp>
#include <perf/recording/RankTraceFile.hpp>
#include <performance/Snapshot.hpp>

#include <filesystem>
#include <optional>

#include "ApplicationRun.hpp"

namespace gantry::tools {

/// The traces of a run of several ranks, a file for each beside the archive of all. Each rank
/// writes its own, so that none holds more than its own rings. All ranks call the same functions in
/// the same order. Where a file cannot be written the run has a note about it, or an error where
/// its trace is lost.
class RunTraces final {
public:
    /// Does nothing where there is no trace, or one rank alone, whose archive contains it.
    RunTraces(const RunOptions& options, const framework::Ranks& ranks) noexcept
        : ranks_(ranks), isWanted_(options.trace != perf::TraceMode::None && ranks.size() > 1) {}

    /// Writes what the rings hold, once the archive is written, which the outcome of rank 0 names.
    /// snapshot: of this rank's backend; may be null.
    void keep(performance::Snapshot* snapshot, RunOutcome& outcome);

    /// Takes the drained files, which end with the assembly, and adds up what the ranks have, for
    /// the outcome of rank 0.
    void finish(RunOutcome& outcome);

private:
    [[nodiscard]] std::filesystem::path file() const;
    /// Over all ranks, on each of them.
    [[nodiscard]] perf::RunTrace sumOf(const perf::RunTrace& own) const;

    const framework::Ranks& ranks_;
    bool isWanted_;
    std::optional<perf::RankTraceFile> trace_;
    std::filesystem::path archive_;  ///< empty where there is none
};

}  // namespace gantry::tools
