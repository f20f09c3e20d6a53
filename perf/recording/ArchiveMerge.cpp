#include <base/files/AtomicFile.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveDraft.hpp>
#include <perf/archive/RankValues.hpp>
#include <perf/model/Merge.hpp>
#include <perf/model/RankMerger.hpp>
#include <perf/model/RankSplit.hpp>
#include <perf/model/SampledMetric.hpp>
#include <perf/recording/ArchiveMerge.hpp>
#include <perf/recording/RankTraceFile.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "ProcessOfProfile.hpp"

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

std::string runText(const ProcessInfo& process) {
    std::string text = process.run.empty() ? "a run" : "run " + process.run;
    return process.size > 0 ? text + " of " + std::to_string(process.size) + " ranks" : text;
}

bool isSameProcess(const ProcessInfo& a, const ProcessInfo& b) {
    return a.pid > 0 && a.pid == b.pid && a.host == b.host && a.bootId == b.bootId &&
           a.rank == b.rank;
}

// One archive, as far as it decides how the others are treated.
struct Source {
    fs::path file;
    std::vector<ProcessInfo> processes;
};

// Each archive is read here once for its processes, and again when it is merged, so that one
// profile at a time is in memory.
class Sources final {
public:
    void add(const fs::path& file) {
        std::error_code ignored;
        if (!canonical_.insert(fs::weakly_canonical(file, ignored)).second) {
            throw MergeError(file.string() + " is named twice; name each archive once");
        }
        try {
            Profile profile = readArchive(file);
            refuseColumns(profile, file);
            requireProcesses(profile, file);
            Source source{file, std::move(profile.processes)};
            check(source);
            if (const std::optional<std::size_t> place = sampledMetric(profile)) {
                sampled_ = profile.metrics[*place];
            }
            sources_.push_back(std::move(source));
        } catch (const base::InputError& error) {
            unreadable_.push_back(error);
        }
    }

    [[nodiscard]] const std::vector<Source>& all() const { return sources_; }
    std::vector<base::InputError> takeUnreadable() { return std::move(unreadable_); }

    /// The metric of sampled call stacks, if one of them has it.
    [[nodiscard]] const std::optional<Metric>& sampled() const { return sampled_; }

    [[nodiscard]] bool haveRanks() const { return sources_.front().processes.front().rank >= 0; }

    // Of the run: how many ranks the processes know of.
    [[nodiscard]] std::uint32_t size() const {
        std::uint32_t size = 0;
        for (const Source& source : sources_) {
            for (const ProcessInfo& process : source.processes) {
                size = std::max(size, process.size);
            }
        }
        return size;
    }

    // The archive of each rank.
    [[nodiscard]] std::map<std::int32_t, std::size_t> byRank() const {
        std::map<std::int32_t, std::size_t> ranks;
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            for (const ProcessInfo& process : sources_[i].processes) {
                ranks[process.rank] = i;
            }
        }
        return ranks;
    }

private:
    static void refuseColumns(const Profile& profile, const fs::path& file) {
        if (profile.ranks && !readRankTotals(file).empty()) {
            throw MergeError(file.string() + " has " + std::to_string(profile.ranks->size) +
                             " ranks merged into one call tree, which cannot be separated; name "
                             "the archives of the individual ranks");
        }
    }

    // Each archive against each before it, so that a message can name both files.
    void check(const Source& source) const {
        for (const Source& other : sources_) {
            for (const ProcessInfo& process : source.processes) {
                for (const ProcessInfo& known : other.processes) {
                    check(source.file, process, other.file, known);
                }
            }
        }
    }

    static void check(const fs::path& file, const ProcessInfo& process, const fs::path& otherFile,
                      const ProcessInfo& other) {
        const std::string both = otherFile.string() + " and " + file.string();
        if (!canBeOfOneRun(other, process)) {
            throw MergeError(both + " are of different runs (" + runText(other) + ", " +
                             runText(process) + "); name archives of one run only");
        }
        if ((process.rank < 0) != (other.rank < 0)) {
            throw MergeError((process.rank < 0 ? file : otherFile).string() +
                             " is of a process without a rank, " +
                             (process.rank < 0 ? otherFile : file).string() + " of " +
                             describe(process.rank < 0 ? other : process) +
                             "; name archives of ranks only, or of none");
        }
        if (isSameProcess(process, other)) {
            throw MergeError(both + " are of the same process (" + describe(process) +
                             "); name only one of them");
        }
        if (process.rank >= 0 && process.rank == other.rank) {
            throw MergeError(both + " are both of rank " + std::to_string(process.rank) + " (" +
                             describe(other) + "; " + describe(process) +
                             "); name the one that counts");
        }
    }

    std::vector<Source> sources_;
    std::optional<Metric> sampled_;
    std::set<fs::path> canonical_;
    std::vector<base::InputError> unreadable_;
};

// Without the times, which differ between ranks that did the same.
std::vector<ArchivedChange> timeless(std::vector<ArchivedChange> changes) {
    for (ArchivedChange& change : changes) {
        change.timeNs = 0;
    }
    return changes;
}

// A file that several ranks have is kept once, with its text if any of them has it.
void addSources(std::vector<ArchivedSource>& sources, std::vector<ArchivedSource> further) {
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        places.emplace(sources[i].path, i);
    }
    for (ArchivedSource& source : further) {
        const auto [known, isNew] = places.try_emplace(source.path, sources.size());
        if (isNew) {
            sources.push_back(std::move(source));
        } else if (!sources[known->second].text && source.text) {
            sources[known->second] = std::move(source);
        }
    }
}

void addHistory(History& history, History next, const std::string& who) {
    addSources(history.sources, std::move(next.sources));
    // Ranks of one assembly make the same changes; they are kept once. What ranks decide may differ
    // and is kept of each.
    const bool same = timeless(history.changes) == timeless(next.changes);
    for (ArchivedChange& change : next.changes) {
        if (!same) {
            change.cause = who + ": " + change.cause;
            history.changes.push_back(std::move(change));
        }
    }
    for (ArchivedDecision& decision : next.decisions) {
        decision.text = who + ": " + decision.text;
        history.decisions.push_back(std::move(decision));
    }
    const auto earlier = [](const auto& a, const auto& b) { return a.timeNs < b.timeNs; };
    std::stable_sort(history.changes.begin(), history.changes.end(), earlier);
    std::stable_sort(history.decisions.begin(), history.decisions.end(), earlier);
}

class RunMerge final {
public:
    RunMerge(const Sources& sources, std::uint32_t mostDetailedRanks)
        : sources_(sources), mostDetailedRanks_(mostDetailedRanks) {}

    MergedRun run() {
        if (sources_.haveRanks()) {
            mergeRanks();
        } else {
            mergeProcesses();
        }
        if (!unsampled_.empty()) {
            run_.profile.partial += (run_.profile.partial.empty() ? "" : "; ") +
                                    std::string("no call stacks were sampled of ") + unsampled_;
        }
        // It is about one of them; the result has its traces beside it by rank.
        std::erase_if(run_.profile.context,
                      [](const auto& fact) { return fact.first == kTraceBeside; });
        return std::move(run_);
    }

private:
    // What has one archive, its history and trace taken note of.
    Profile read(const Source& source) {
        Profile profile = readArchive(source.file);
        requireProcesses(profile, source.file);
        const ProcessInfo& process = profile.processes.front();
        addSamples(profile);
        if (profile.processes.size() == 1) {
            run_.traces.push_back({source.file, process.rank, process.pid});
        } else {
            for (const ProcessInfo& each : profile.processes) {
                run_.traces.push_back({source.file, each.rank, each.pid});
            }
        }
        History history = readHistory(source.file);
        if (first_) {
            run_.history = std::move(history);
        } else {
            addHistory(run_.history, std::move(history), describe(process));
        }
        first_ = false;
        return profile;
    }

    // What was recovered from a killed rank has no samples, which are not in its segment; it fits
    // to the others with none.
    void addSamples(Profile& profile) {
        const std::optional<Metric>& sampled = sources_.sampled();
        if (sampled && !sampledMetric(profile) && profile.metrics.size() < kMaxMetrics) {
            profile.metrics.push_back(*sampled);
            for (const ProcessInfo& process : profile.processes) {
                unsampled_ += (unsampled_.empty() ? "" : ", ") + describe(process);
            }
        }
    }

    // In the order of ranks; an archive of several ranks is split when its first one comes, and
    // the others wait for their turn.
    void mergeRanks() {
        const std::map<std::int32_t, std::size_t> byRank = sources_.byRank();
        const auto ranks = static_cast<std::uint32_t>(byRank.rbegin()->first) + 1;
        RankMerger merger(rankDetail(std::max(sources_.size(), ranks), mostDetailedRanks_));
        std::map<std::uint32_t, Profile> waiting;
        for (const auto& [number, place] : byRank) {
            const auto rank = static_cast<std::uint32_t>(number);
            if (waiting.count(rank) == 0) {
                waiting.merge(splitByRank(read(sources_.all()[place])));
            }
            merger.add(rank, std::move(waiting.extract(rank).mapped()));
        }
        run_.profile = merger.take(sources_.size());
        run_.blocks = merger.takeBlocks();
    }

    void mergeProcesses() {
        for (const Source& source : sources_.all()) {
            if (run_.profile.metrics.empty()) {
                run_.profile = merge({read(source)});
            } else {
                mergeInto(run_.profile, read(source));
            }
        }
    }

    const Sources& sources_;
    std::uint32_t mostDetailedRanks_;
    MergedRun run_;
    std::string unsampled_;  // the processes without samples, in words
    bool first_ = true;
};

fs::path withoutEnding(fs::path file) {
    return file.replace_extension();
}

// Copies what a merged archive has beside it for this rank, or the trace of a single one.
std::optional<fs::path> writeTrace(const MergedTrace& trace, const fs::path& output) {
    const std::string ending = trace.rank >= 0 ? ".rank" + std::to_string(trace.rank) + ".trace"
                                               : '.' + std::to_string(trace.pid) + ".trace";
    fs::path target = withoutEnding(output);
    target += ending;
    fs::path beside = withoutEnding(trace.archive);
    beside += ending;
    std::vector<std::string> chunks = readTraceChunks(trace.archive);
    if (chunks.empty()) {
        const fs::path drained = traceBeside(trace.archive);
        const fs::path& file = fs::exists(beside) ? beside : drained;
        if (!fs::exists(file)) {
            return std::nullopt;
        }
        std::vector<std::string> ignored;
        chunks = chunksOfFile(file, false, ignored);
    }
    base::AtomicFile file(target);
    file.write(traceFileOf(chunks));
    file.commit();
    return target;
}

}  // namespace

MergedRun mergedRun(const std::vector<fs::path>& archives, std::uint32_t mostDetailedRanks) {
    Sources sources;
    for (const fs::path& archive : archives) {
        sources.add(archive);
    }
    std::vector<base::InputError> unreadable = sources.takeUnreadable();
    if (sources.all().empty()) {
        if (unreadable.empty()) {
            throw MergeError("there is no archive to merge");
        }
        throw base::InputError(unreadable.front());
    }
    MergedRun run = RunMerge(sources, mostDetailedRanks).run();
    run.unreadable = std::move(unreadable);
    for (const base::InputError& error : run.unreadable) {
        run.profile.partial += (run.profile.partial.empty() ? "" : "; ") +
                               std::string("an archive could not be read: ") + error.what();
    }
    return run;
}

std::vector<fs::path> writeMerged(const MergedRun& run, const fs::path& output) {
    std::vector<fs::path> traces;
    for (const MergedTrace& trace : run.traces) {
        if (std::optional<fs::path> file = writeTrace(trace, output)) {
            traces.push_back(*std::move(file));
        }
    }
    if (output.extension() == ".json") {
        writeResult(output, run.profile);
    } else {
        writeArchive(output, run.blocks, run.profile, {}, run.history);
        removeOtherRankTraces(output, traces);
    }
    return traces;
}

}  // namespace gantry::perf
