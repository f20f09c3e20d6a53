// A segment is removed only after its data is on the disk elsewhere.

#include <perf/recording/LocalProbeOverhead.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/Recovery.hpp>
#include <perf/recording/RunArchive.hpp>
#include <perf/recording/SegmentArchive.hpp>

#include <utility>

namespace gantry::perf {

namespace {

History historyOf(const Profile& profile, const RecoveryRequest& request) {
    return request.history ? request.history(profile) : History{};
}

}  // namespace

Recovery recoverSegment(const std::filesystem::path& segment, const RecoveryRequest& request) {
    SegmentFile file(segment);
    if (file.isLive() && !request.allowLive) {
        throw StillRunningError(segment.string() + ": process " +
                                std::to_string(file.header().pid) + " still uses it");
    }
    RecoveredProfile recovered(file, std::nullopt);
    addProbeOverhead(recovered.profile);
    Recovery result;
    result.file =
        request.output.value_or("recovered-" + std::to_string(file.header().pid) + ".gantry");
    writeResult(result.file, recovered.profile, recovered.trace,
                historyOf(recovered.profile, request));
    result.damaged = recovered.damaged;
    result.records = recordsIn(recovered.trace);
    result.profile = std::move(recovered.profile);
    if (!request.keepSegments && !file.isLive()) {
        std::filesystem::remove(segment);
        if (!recovered.drained.empty() && result.file.extension() != ".json") {
            std::filesystem::remove(recovered.drained);
        }
    }
    return result;
}

std::optional<Recovery> recoverSession(const std::filesystem::path& folder,
                                       const std::string& session, const RecoveryRequest& request) {
    const RecordedRun run{folder, session};
    if (segmentsOf(run).empty()) {
        return std::nullopt;
    }
    Recovery result;
    RunArchiveRequest wanted;
    wanted.stem = "recovered-" + session;
    wanted.allProcesses = true;
    wanted.keepSegments = request.keepSegments;
    wanted.history = [&](const Profile& profile) { return historyOf(profile, request); };
    wanted.write = [&](const Profile& profile, const std::vector<ArchivedChunk>& trace) {
        std::filesystem::path file = request.output.value_or(wanted.stem.string() + ".gantry");
        writeResult(file, profile, trace, historyOf(profile, request));
        result.records = recordsIn(trace);
        return file;
    };
    RunArchiveResult archived = archiveRun(run, wanted);
    if (archived.profile) {
        result.file = std::move(archived.file);
        result.profile = *std::move(archived.profile);
    }
    result.damaged = archived.damaged;
    result.furtherFiles = std::move(archived.furtherFiles);
    result.running = std::move(archived.running);
    result.problems = std::move(archived.problems);
    return result;
}

}  // namespace gantry::perf
