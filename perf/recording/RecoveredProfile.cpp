#include <base/text/TimeText.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveDraft.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/SegmentArchive.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/SegmentDrain.hpp>

#include <algorithm>
#include <array>
#include <string_view>

#include "FreeName.hpp"

namespace gantry::perf {

namespace {

constexpr const char* kEnding = ".gantry";

void addPartial(Profile& profile, const std::string& text) {
    profile.partial += (profile.partial.empty() ? "" : "; ") + text;
}

// What ran when someone ended the program was not left open by mistake.
void forgiveOpen(Profile& profile) {
    std::erase_if(profile.misuse,
                  [](const Misuse& misuse) { return misuse.kind == MisuseKind::LeftOpen; });
}

// Groups of timers that modules make; of the others a program made the timers itself.
bool isOfModule(const std::string& group) {
    constexpr std::array<std::string_view, 12> kGroups{"program",   "POSIX",  "STDIO",   "MPI",
                                                       "functions", "Kokkos", "OpenMP",  "PETSc",
                                                       "PerfStubs", "ITT",    "Caliper", "python"};
    return std::find(kGroups.begin(), kGroups.end(), group) != kGroups.end();
}

// Modules time what runs after the end of main as well, such as the closing of streams; their
// records have it, and their timers do not. A program without timers of
// its own made no mistake there.
void forgiveModules(Profile& profile) {
    const bool hasOwn =
        std::any_of(profile.timers.begin(), profile.timers.end(),
                    [](const TimerInfo& timer) { return !isOfModule(timer.group); });
    if (!hasOwn) {
        std::erase_if(profile.misuse, [](const Misuse& misuse) {
            return misuse.kind == MisuseKind::AfterThreadEnd;
        });
    }
}

void tellEnd(Profile& profile, const SegmentFile& file, const std::optional<ProgramEnd>& end) {
    if (!file.hasEnded()) {
        forgiveOpen(profile);
    }
    if (end && (end->signal != 0 || !file.hasEnded())) {
        profile.context.emplace_back(kEndedBy, end->text());
    }
    if (end && end->signal != 0) {
        addPartial(profile, "the program was ended by " + end->text() +
                                ": calls that ran count up to that moment, and what would have "
                                "been reported at its end is missing");
    } else if (!end && file.isLive()) {
        addPartial(profile, "the program was still running");
    } else if (!end && !file.hasEnded()) {
        profile.context.emplace_back(kEndedBy, "an unknown cause");
        addPartial(profile,
                   "the program did not exit normally: calls that ran count up to the last moment "
                   "on record, and what would have been reported at its end is missing");
    }
}

std::vector<std::uint32_t> systemNumbers(SegmentFile& file, const Profile& profile) {
    std::vector<std::uint32_t> numbers(profile.threads.size());
    for (const LivingThread& known : SegmentReader(file.mapAgain()).knownThreads()) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (profile.threads[i].id == known.id) {
                numbers[i] = static_cast<std::uint32_t>(known.systemId);
            }
        }
    }
    return numbers;
}

}  // namespace

RecoveredProfile::RecoveredProfile(SegmentFile& file, const std::optional<ProgramEnd>& end,
                                   bool keptElsewhere) {
    // Timers that ran count up to the end that the supervisor saw, which is later than the last
    // record.
    const bool knowsMore = end && !file.hasEnded();
    SegmentReader::Reading reading = file.read(knowsMore ? end->monotonicNs : 0);
    profile = std::move(reading.profile);
    damaged = reading.damaged;
    threads = systemNumbers(file, profile);
    profile.created = base::isoTime(base::timeOf(file.header().createdNs + profile.timeNs));
    tellEnd(profile, file, end);
    forgiveModules(profile);
    profile.context.emplace_back("recovered from", file.path().filename().string());
    if (damaged > 0) {
        profile.context.emplace_back("damaged records left out", std::to_string(damaged));
        addPartial(profile, "damaged records were left out: " + std::to_string(damaged));
    }
    if (!keptElsewhere) {
        trace = traceIn(file, profile);
    }
    drained = drainedFileIn(profile.context, file.path());
    // A path of this run that means nothing to a reader of the archive.
    std::erase_if(profile.context, [](const auto& fact) { return fact.first == kTraceFolder; });
}

void writeResult(const std::filesystem::path& path, const Profile& profile,
                 const std::vector<ArchivedChunk>& trace, const History& history) {
    if (path.extension() == ".json") {
        writeProfile(path, profile);
    } else {
        writeArchive(path, profile, withTimeline(trace), history);
    }
}

std::filesystem::path writeNumbered(const std::filesystem::path& stem, const Profile& profile,
                                    const std::vector<ArchivedChunk>& trace, const History& history,
                                    const std::vector<RankBlock>& blocks) {
    // Written under a name of its own and moved when whole, as the free name is not known before.
    const std::filesystem::path draft = nameInTheMaking(stem, kEnding);
    writeArchive(draft, blocks, profile, withTimeline(trace), history);
    try {
        return moveToFreeName(draft, stem, kEnding);
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(draft, ignored);
        throw;
    }
}

}  // namespace gantry::perf
