#include "CollectedResults.hpp"

#include <perf/archive/Archive.hpp>

#include <chrono>
#include <gantry_mpi.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "EndedRun.hpp"
#include "GatheredProfile.hpp"
#include "MeasuredAssembly.hpp"
#include "RunFiles.hpp"
#include "RunTraces.hpp"
#include "RunTuning.hpp"

namespace gantry::tools {

namespace {

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

/// What rank 0 reports of the assembly as it is now, and of what was measured in it.
void describe(RunOutcome& outcome, const MeasuredAssembly& measured,
              std::optional<perf::Profile> profile) {
    const framework::Framework& assembly = measured.assembly();
    outcome.instances = assembly.instances();
    outcome.connections = assembly.connections();
    outcome.backend = measured.backend().className();
    outcome.tuning = readTuning(assembly);
    // As many calls as the figures of the guide are for.
    constexpr std::int64_t kForecastCalls = 100;
    outcome.tuners = readTuners(assembly, kForecastCalls);
    outcome.profile = std::move(profile);
}

/// readAt: when the profile was read, in seconds since 1970. What is wrong with a decision log
/// takes nothing away from the archive.
void reportHistory(RunOutcome& outcome, double readAt, MeasuredAssembly& measured) {
    // Changes and decisions have times of day, the profile has the time since its begin.
    const double beganAt = readAt - static_cast<double>(outcome.profile->timeNs) * 1e-9;
    const auto note = [&](const char* what, std::int64_t leftOut) {
        if (leftOut > 0) {
            outcome.profile->context.emplace_back(what, std::to_string(leftOut));
        }
    };
    std::int64_t changesLeftOut = 0;
    outcome.history.changes = measured.changes().changes(beganAt, changesLeftOut);
    note(perf::kChangesLeftOut, changesLeftOut);
    tryToWrite(outcome, [&] {
        std::int64_t decisionsLeftOut = 0;
        outcome.history.decisions = measured.decisions().decisions(beganAt, decisionsLeftOut);
        note(perf::kDecisionsLeftOut, decisionsLeftOut);
    });
}

void writeFiles(RunOutcome& outcome, const RunOptions& options) {
    const bool isNamed = options.profile || options.archive;
    if (isNamed || (options.writeArchive && outcome.profile)) {
        writeFilesOf(outcome, options);
    }
}

}  // namespace

void collectResults(MeasuredAssembly& measured, const RunOptions& options,
                    const framework::Ranks& ranks, RunTraces& traces, RunOutcome& outcome) {
    const ReadSnapshot read = readSnapshot(measured.backend());
    // A trace goes on meanwhile.
    const UncountedMpi uncounted;
    perf::MergeOptions merging;
    merging.mostExactRanks = options.mostDetailedRanks;
    merging.keep = [&](perf::RankBlock block) { outcome.rankBlocks.push_back(std::move(block)); };
    std::optional<perf::Profile> profile = gatherOrEnd(read.snapshot.get(), ranks, merging);
    if (ranks.rank() == 0) {
        describe(outcome, measured, std::move(profile));
        if (options.writeArchive && outcome.profile) {
            reportHistory(outcome, read.at, measured);
        }
        writeFiles(outcome, options);
    }
    traces.keep(read.snapshot.get(), outcome);
}

}  // namespace gantry::tools
