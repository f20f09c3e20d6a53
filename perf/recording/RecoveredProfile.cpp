#include "RecoveredProfile.hpp"

#include <base/text/TimeText.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/export/ProfileFile.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/SegmentDrain.hpp>

#include <algorithm>

#include "FreeName.hpp"
#include "SegmentArchive.hpp"

namespace gantry::tools {

namespace {

constexpr const char* kEnding = ".gantry";

void addPartial(perf::Profile& profile, const std::string& text) {
    profile.partial += (profile.partial.empty() ? "" : "; ") + text;
}

// What ran when somebody ended the program was not left open by mistake.
void forgiveOpen(perf::Profile& profile) {
    std::erase_if(profile.misuse, [](const perf::Misuse& misuse) {
        return misuse.kind == perf::MisuseKind::LeftOpen;
    });
}

void tellEnd(perf::Profile& profile, const perf::SegmentFile& file,
             const std::optional<ProgramEnd>& end) {
    if (!file.hasEnded()) {
        forgiveOpen(profile);
    }
    if (end && (end->signal != 0 || !file.hasEnded())) {
        profile.context.emplace_back(kEndedBy, end->text());
    }
    if (end && end->signal != 0) {
        addPartial(profile, "the program was ended by " + end->text() +
                                ": calls that ran count up to that moment, and what would have "
                                "been told at its end is missing");
    } else if (!end && file.isLive()) {
        addPartial(profile, "the program was still running");
    } else if (!end && !file.hasEnded()) {
        profile.context.emplace_back(kEndedBy, "an unknown cause");
        addPartial(profile,
                   "the program did not end in order: calls that ran count up to the last moment "
                   "on record, and what would have been told at its end is missing");
    }
}

}  // namespace

RecoveredProfile::RecoveredProfile(perf::SegmentFile& file, const std::optional<ProgramEnd>& end,
                                   bool keptElsewhere) {
    const bool knowsMore = end && !file.hasEnded();
    perf::SegmentReader::Reading reading = file.read(knowsMore ? end->monotonicNs : 0);
    profile = std::move(reading.profile);
    damaged = reading.damaged;
    profile.created = base::isoTime(base::timeOf(file.header().createdNs + profile.timeNs));
    tellEnd(profile, file, end);
    profile.context.emplace_back("recovered from", file.path().filename().string());
    if (damaged > 0) {
        profile.context.emplace_back("damaged records left out", std::to_string(damaged));
        addPartial(profile, "damaged records were left out: " + std::to_string(damaged));
    }
    if (!keptElsewhere) {
        trace = traceIn(file, profile);
    }
    drained = perf::drainedFileIn(profile.context, file.path());
    std::erase_if(profile.context,
                  [](const auto& fact) { return fact.first == perf::kTraceFolder; });
}

void writeResult(const std::filesystem::path& path, const perf::Profile& profile,
                 const std::vector<perf::ArchivedChunk>& trace) {
    if (path.extension() == ".json") {
        perf::writeProfile(path, profile);
    } else {
        perf::writeArchive(path, profile, trace);
    }
}

std::filesystem::path writeNumbered(const std::filesystem::path& stem, const perf::Profile& profile,
                                    const std::vector<perf::ArchivedChunk>& trace) {
    const std::filesystem::path draft = nameInTheMaking(stem, kEnding);
    perf::writeArchive(draft, profile, trace);
    try {
        return moveToFreeName(draft, stem, kEnding);
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(draft, ignored);
        throw;
    }
}

}  // namespace gantry::tools
