#include "RunFiles.hpp"

#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveDraft.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/recording/OutputPlace.hpp>
#include <perf/recording/RankTraceFile.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/sources/MeasuredSources.hpp>

#include <filesystem>
#include <stdexcept>
#include <vector>

#include "ExitStatus.hpp"

namespace gantry::tools {

namespace {

/// The file that was written, which is another one where the wanted one could not be.
template <class Write>
std::filesystem::path writeOrNote(RunOutcome& outcome, const std::filesystem::path& wanted,
                                  Write write) {
    const perf::WrittenFile written = perf::writeSomewhere(wanted, write);
    if (!written.problem.empty()) {
        outcome.notes.push_back(written.problem);
    }
    return written.file;
}

/// Under the name that was given, or the first free one that is named after the script.
void writeArchiveOf(RunOutcome& outcome, const RunOptions& options) {
    const std::vector<perf::ArchivedChunk> trace = outcome.trace
                                                       ? perf::archivedTrace(outcome.trace->chunks)
                                                       : std::vector<perf::ArchivedChunk>();
    const std::filesystem::path stem = options.script.stem();
    const std::filesystem::path wanted = options.archive.value_or(stem.string() + ".gantry");
    std::filesystem::path written;
    writeOrNote(outcome, wanted, [&](const std::filesystem::path& file) {
        // No file of an earlier run is replaced unless someone named it.
        if (!options.archive && file == wanted) {
            written = perf::writeNumbered(stem, *outcome.profile, trace, outcome.history,
                                          outcome.rankBlocks);
        } else {
            perf::writeArchive(file, outcome.rankBlocks, *outcome.profile,
                               perf::withTimeline(trace), outcome.history);
            perf::removeOtherRankTraces(file, {});
            written = file;
        }
    });
    outcome.archiveFile = written;
}

}  // namespace

void addError(RunOutcome& outcome, const std::string& error) {
    outcome.status = kFailed;
    outcome.error += (outcome.error.empty() ? "" : "; and ") + error;
}

void writeFilesOf(RunOutcome& outcome, const RunOptions& options) {
    if (!outcome.profile) {
        tryToWrite(outcome, [&] {
            throw std::runtime_error("no profile was written: " +
                                     (outcome.backend.empty()
                                          ? "nothing was measured"
                                          : outcome.backend + " keeps no values"));
        });
        return;
    }
    perf::Profile& profile = *outcome.profile;
    profile.context.emplace_back("script", outcome.script);
    if (!outcome.error.empty()) {
        profile.partial = "the run ended early: " + outcome.error;
    }
    if (options.trace != perf::TraceMode::None && !profile.ranks) {
        tryToWrite(outcome, [&] { outcome.trace = perf::traceOfThisProcess(profile); });
    }
    if (options.sources) {
        tryToWrite(outcome, [&] {
            outcome.history.sources =
                perf::measuredSources(profile, {{}, perf::ownCode()}, *options.sources);
            if (outcome.history.sources.empty()) {
                outcome.notes.emplace_back(
                    "no source file is kept: no timer knows its line, as those of "
                    "GANTRY_TIMER_HERE do");
            }
        });
    }
    if (options.writeArchive) {
        tryToWrite(outcome, [&] { writeArchiveOf(outcome, options); });
    }
    if (options.profile) {
        tryToWrite(outcome, [&] {
            outcome.profileFile = writeOrNote(outcome, *options.profile, [&](const auto& file) {
                perf::writeProfile(file, profile);
            });
        });
    }
}

}  // namespace gantry::tools
