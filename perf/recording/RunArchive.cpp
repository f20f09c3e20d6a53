#include <base/files/AtomicFile.hpp>
#include <base/text/NumberText.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/RankMerger.hpp>
#include <perf/recording/LocalProbeOverhead.hpp>
#include <perf/recording/MountTable.hpp>
#include <perf/recording/RankTraceFile.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/RunArchive.hpp>
#include <perf/sampling/PythonFunctions.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "ProcessChoice.hpp"
#include "Shells.hpp"

namespace gantry::perf {

namespace {

using Infos = std::vector<SegmentInfo>;

// The order is: choose what counts, let the caller write it, place the traces beside it, and only
// then remove segments.
class Archiver final {
public:
    Archiver(const RecordedRun& run, const RunArchiveRequest& request, RunArchiveResult before)
        : run_(run), request_(request), outcome_(std::move(before)) {}

    RunArchiveResult run() {
        for (SegmentInfo& info : segmentsOf(run_)) {
            // Segments of processes that still run belong to them.
            (info.live ? outcome_.running : left_).push_back(std::move(info));
        }
        if (left_.empty()) {
            return std::move(outcome_);
        }
        std::vector<std::filesystem::path> done;
        try {
            done = keepLeading();
        } catch (const std::exception& error) {
            outcome_.problems.emplace_back(error.what());
            return std::move(outcome_);
        }
        // Only after request_.write has put the data on the disk.
        remove(done);
        handleFurther();
        return std::move(outcome_);
    }

    RunArchiveResult sweep(pid_t first) {
        bool ofShell = false;
        for (SegmentInfo& info : segmentsOf(run_)) {
            ofShell = ofShell || (info.pid == first && isShell(info));
            // Ranks wait for their siblings, with which they are merged.
            if (!info.live && info.rank.empty() && info.pid != first) {
                left_.push_back(std::move(info));
            }
        }
        // It may be the only one up to the end, and then stands for the shell.
        const bool mayLead = ofShell && areOfOneProcess(left_) && nothingFurther();
        if (!mayLead) {
            handleFurther();
        }
        return std::move(outcome_);
    }

private:
    struct Chosen {
        RecoveredProfile recovered;
        SegmentInfo info;
        std::optional<KeptTrace> kept;  ///< of a trace that was drained
    };

    // Processes by rank; those without one do not count.
    [[nodiscard]] std::map<std::size_t, Infos> ranks() const {
        std::map<std::size_t, Infos> ranks;
        for (const SegmentInfo& info : left_) {
            if (const auto rank = rankNumber(info.rank)) {
                ranks[*rank].push_back(info);
            }
        }
        return ranks;
    }

    // The programs of the process that was started first, or of the one that stands for it.
    Infos first() {
        const pid_t pid = run_.end ? run_.end->pid : left_.front().pid;
        Infos images;
        Infos others;
        for (const SegmentInfo& info : left_) {
            (info.pid == pid ? images : others).push_back(info);
        }
        const bool ofShell = !images.empty() &&
                             std::all_of(images.begin(), images.end(), isShell) &&
                             images.front().rank.empty() && outcome_.running.empty();
        if (!ofShell || others.empty() || !areOfOneProcess(others) || !nothingFurther()) {
            return images;
        }
        outcome_.ranByShell = programOf(others.back().command);
        return others;
    }

    static bool areOfOneProcess(const Infos& infos) {
        return std::all_of(infos.begin(), infos.end(), [&](const SegmentInfo& info) {
            return info.pid == infos.front().pid && info.rank.empty();
        });
    }

    // Up to now no program was dropped, nor has one an archive of its own.
    [[nodiscard]] bool nothingFurther() const {
        return !request_.allProcesses && outcome_.dropped.empty();
    }

    void addMeasuredOverhead(Profile& profile) const {
        const auto measured = !profile.probeOverhead && request_.overhead
                                  ? request_.overhead()
                                  : std::optional<MeasuredOverhead>();
        if (measured) {
            profile.probeOverhead = measured->cost;
            profile.context.emplace_back(
                kOverheadError, overheadErrorText(measured->error, profile.metrics.size()));
            profile.context.emplace_back("measurement overhead",
                                         "measured beside the program, on its machine");
        }
        addProbeOverhead(profile);
    }

    Chosen choose(const Infos& candidates) {
        std::optional<Chosen> best;
        for (const SegmentInfo& info : candidates) {
            // First, so that the rings are empty.
            std::optional<KeptTrace> kept = finishTrace(info.path);
            SegmentFile file(info.path);
            const bool seen = run_.end && run_.end->pid == info.pid;
            RecoveredProfile recovered(file, seen ? run_.end : std::nullopt,
                                       kept && !kept->file.empty());
            addMeasuredOverhead(recovered.profile);
            if (kept && !kept->problem.empty()) {
                recovered.profile.context.emplace_back(kTraceProblem, kept->problem);
            }
            drained_[info.path] = recovered.drained;
            // Greater or equal: of equal ones the latest, as segments come oldest first.
            if (!best || weightOf(recovered.profile) >= weightOf(best->recovered.profile)) {
                best.emplace(Chosen{std::move(recovered), info, std::move(kept)});
            }
        }
        if (request_.completeProcess) {
            request_.completeProcess(best->recovered, best->info);
        }
        return *std::move(best);
    }

    // The segments whose data the archive has.
    std::vector<std::filesystem::path> keepLeading() {
        const std::map<std::size_t, Infos> byRank = ranks();
        const Infos images = first();
        // One rank alone counts if the process that was started first has none: that is a launcher.
        const bool parallel =
            byRank.size() > 1 || (byRank.size() == 1 && !images.empty() && images[0].rank.empty());
        if (!parallel && images.empty()) {
            return {};
        }
        std::vector<std::filesystem::path> done;
        std::vector<ArchivedChunk> trace;
        std::int64_t createdNs = 0;
        if (parallel) {
            done = mergeRanks(byRank);
            createdNs = byRank.begin()->second.front().createdNs;
        } else {
            Chosen chosen = choose(images);
            createdNs = chosen.info.createdNs;
            outcome_.damaged = chosen.recovered.damaged;
            tellTrace(chosen);
            outcome_.profile = std::move(chosen.recovered.profile);
            trace = std::move(chosen.recovered.trace);
            keep(chosen.kept, "trace");
            done.push_back(chosen.info.path);
        }
        addChildren(done, createdNs);
        noteFileSystemsHere(*outcome_.profile);
        request_.completeRun(*outcome_.profile);
        // The traces get their names after it: the name of the archive may differ from the one
        // asked for.
        outcome_.file = request_.write(*outcome_.profile, trace);
        placeTraces(outcome_.file);
        writeTraces();
        removeOtherRankTraces(outcome_.file, outcome_.traces);
        return done;
    }

    std::vector<std::filesystem::path> mergeRanks(const std::map<std::size_t, Infos>& byRank) {
        std::vector<std::filesystem::path> done;
        RankMerger merger;
        std::size_t size = 0;
        for (const auto& [rank, candidates] : byRank) {
            Chosen chosen = choose(candidates);
            outcome_.damaged += chosen.recovered.damaged;
            // The processes may know that there were more than have left something.
            size =
                std::max(size, rankNumber(factOf(chosen.recovered.profile, kSizeFact)).value_or(0));
            try {
                merger.add(static_cast<std::uint32_t>(rank), std::move(chosen.recovered.profile));
            } catch (const std::invalid_argument& error) {
                // It must not cost the others; it stays for `gantry recover`.
                leave(chosen, error.what());
                continue;
            }
            if (!chosen.recovered.trace.empty()) {
                traces_[rank] = std::move(chosen.recovered.trace);
            }
            keep(chosen.kept, endingOf(rank));
            done.push_back(chosen.info.path);
        }
        outcome_.profile = merger.take(static_cast<std::uint32_t>(size));
        return done;
    }

    // Keeps the segment, with what was drained out of it.
    void leave(const Chosen& chosen, const std::string& why) {
        const std::filesystem::path& segment = chosen.info.path;
        outcome_.problems.push_back(why + "; " + segment.string() + " is left as it is");
        std::erase_if(left_, [&](const SegmentInfo& info) { return info.path == segment; });
    }

    [[nodiscard]] std::optional<KeptTrace> finishTrace(const std::filesystem::path& segment) const {
        return request_.traces == nullptr ? std::nullopt : request_.traces->finish(segment);
    }

    static std::string endingOf(std::size_t rank) {
        return "rank" + std::to_string(rank) + ".trace";
    }

    // The archive says that its trace is beside it.
    static void tellTrace(Chosen& chosen) {
        if (chosen.kept && !chosen.kept->file.empty()) {
            chosen.recovered.profile.context.emplace_back(
                kTraceBeside, base::plural(chosen.kept->records, "record"));
        }
    }

    void keep(const std::optional<KeptTrace>& kept, const std::string& ending) {
        if (kept && !kept->file.empty()) {
            drainedTraces_.emplace_back(kept->file, ending);
        }
    }

    // Gives drained traces their names beside the archive.
    void placeTraces(const std::filesystem::path& archive) {
        for (const auto& [file, ending] : std::exchange(drainedTraces_, {})) {
            std::filesystem::path path = archive;
            path.replace_extension(ending);
            std::filesystem::rename(file, path);
            outcome_.traces.push_back(path);
        }
    }

    // Threads of several ranks have the same numbers, so that each trace needs a file of its own.
    void writeTraces() {
        for (const auto& [rank, chunks] : traces_) {
            const auto path = rankTraceBeside(outcome_.file, static_cast<std::uint32_t>(rank));
            std::vector<std::string> bytes;
            for (const ArchivedChunk& chunk : chunks) {
                bytes.push_back(chunk.bytes);
            }
            base::writeAtomically(path, traceFileOf(bytes));
            outcome_.traces.push_back(path);
        }
    }

    void handleFurther() {
        for (const SegmentInfo& info : left_) {
            try {
                if (request_.allProcesses) {
                    std::filesystem::path stem = request_.stem;
                    stem += '.' + std::to_string(info.pid);
                    Chosen chosen = choose({info});
                    tellTrace(chosen);
                    noteFileSystemsHere(chosen.recovered.profile);
                    keep(chosen.kept, "trace");
                    outcome_.furtherFiles.push_back(
                        writeNumbered(stem, chosen.recovered.profile, chosen.recovered.trace,
                                      historyOf(chosen.recovered.profile)));
                    placeTraces(outcome_.furtherFiles.back());
                } else if (request_.children) {
                    addChild(info);
                } else {
                    if (outcome_.ranByShell.empty()) {
                        outcome_.dropped.push_back(info.command);
                    }
                    leaveOut(info);
                }
                removeFile(info.path);
            } catch (const std::exception& error) {
                // One segment that cannot be kept must not cost the others; it stays for `gantry
                // recover`.
                outcome_.problems.emplace_back(error.what());
            }
        }
    }

    [[nodiscard]] History historyOf(const Profile& profile) const {
        return request_.history ? request_.history(profile) : History{};
    }

    void addChild(const SegmentInfo& info) {
        leaveOut(info);
        SegmentFile file(info.path);
        RecoveredProfile child(file, std::nullopt, true);
        // Numbers of one process mean nothing in the sum of several.
        (void)takePythonFunctions(child.profile);
        drained_[info.path] = child.drained;
        addMeasuredOverhead(child.profile);
        outcome_.damaged += child.damaged;
        outcome_.children.add(child.profile, info.createdNs);
    }

    // Those that are left beside what is kept for itself.
    void addChildren(std::vector<std::filesystem::path>& done, std::int64_t createdNs) {
        if (!request_.children) {
            return;
        }
        for (const SegmentInfo& info : left_) {
            if (std::find(done.begin(), done.end(), info.path) != done.end()) {
                continue;
            }
            try {
                addChild(info);
                done.push_back(info.path);
            } catch (const std::exception& error) {
                outcome_.problems.emplace_back(error.what());
            }
        }
        outcome_.children.moveTo(*outcome_.profile, createdNs);
    }

    void remove(const std::vector<std::filesystem::path>& done) {
        for (const std::filesystem::path& path : done) {
            removeFile(path);
            std::erase_if(left_, [&](const SegmentInfo& info) { return info.path == path; });
        }
    }

    void leaveOut(const SegmentInfo& info) const {
        request_.seeFurther(info);
        if (const auto kept = finishTrace(info.path); kept && !kept->file.empty()) {
            std::error_code ignored;
            std::filesystem::remove(kept->file, ignored);
        }
    }

    // With what was drained out of it, which is in the archive, or has another name by now.
    void removeFile(const std::filesystem::path& path) {
        if (!request_.keepSegments) {
            std::error_code ignored;
            std::filesystem::remove(path, ignored);
            // A profile alone has no trace in it.
            if (outcome_.file.extension() != ".json") {
                std::filesystem::remove(drained_[path], ignored);
            }
        }
    }

    const RecordedRun& run_;
    const RunArchiveRequest& request_;
    RunArchiveResult outcome_;
    Infos left_;
    std::map<std::size_t, std::vector<ArchivedChunk>> traces_;  // of the ranks
    // Drained ones that the archive shall have beside it, and with what ending.
    std::vector<std::pair<std::filesystem::path, std::string>> drainedTraces_;
    std::map<std::filesystem::path, std::filesystem::path> drained_;  // files, by segment
};

}  // namespace

void sweepRun(const RecordedRun& run, const RunArchiveRequest& request, pid_t first,
              RunArchiveResult& outcome) noexcept {
    try {
        // What could not be done now is reported at the end, and only once.
        RunArchiveResult swept = Archiver(run, request, outcome).sweep(first);
        outcome.furtherFiles = std::move(swept.furtherFiles);
        outcome.dropped = std::move(swept.dropped);
        outcome.children = std::move(swept.children);
    } catch (const std::exception&) {
        // What could not be done now is done, or told, at the end.
        return;
    }
}

RunArchiveResult archiveRun(const RecordedRun& run, const RunArchiveRequest& request,
                            RunArchiveResult before) {
    return Archiver(run, request, std::move(before)).run();
}

}  // namespace gantry::perf
