#include <base/text/Hex.hpp>
#include <base/text/TimeText.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/model/FileSystems.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "DarshanFields.hpp"
#include "DarshanLog.hpp"

namespace gantry::perf {

namespace {

constexpr std::size_t kWord = 8;
constexpr std::size_t kHead = 2 * kWord;  // id and rank
constexpr std::int64_t kAllRanks = -1;
constexpr const char* kDamaged = "; the log is damaged or cut short: copy it again";

class Reader final {
public:
    explicit Reader(const ImportFile& file) : file_(file), log_(file), profile_(file) {}

    Profile read() {
        job_ = log_.job();
        names_ = log_.names();
        std::vector<ModuleRecords> modules;
        for (const DarshanModule module :
             {DarshanModule::Posix, DarshanModule::Stdio, DarshanModule::MpiIo}) {
            if (log_.has(module)) {
                readRecords(module, modules);
            }
        }
        if (log_.has(DarshanModule::HeatMap)) {
            readHeatMaps(modules);
        }
        addFacts();
        Profile profile = profile_.finish();
        addMounts(profile);
        profile.modules = std::move(modules);
        profile.timeNs = job_.timeNs;
        profile.created = momentText(job_.startSeconds);
        setProcesses(profile);
        return profile;
    }

private:
    // The version of a module's records that this program knows, or the one before.
    [[nodiscard]] bool knows(DarshanModule module, const DarshanRecords& records) {
        const std::uint32_t version = log_.version(module);
        if (version == records.version ||
            (version + 1 == records.version && !records.added.empty())) {
            return true;
        }
        profile_.addMissing("records of " + std::string(records.module) + " have version " +
                            std::to_string(version) + ", which is not read");
        return false;
    }

    void readRecords(DarshanModule module, std::vector<ModuleRecords>& modules) {
        const DarshanRecords& records = darshanRecords(module);
        if (!knows(module, records)) {
            return;
        }
        const bool isCurrent = log_.version(module) == records.version;
        const std::size_t counters = records.counters - (isCurrent ? 0 : records.added.size());
        const std::size_t size = kHead + (counters + records.reals) * kWord;
        const DarshanRegion region = log_.region(module);
        if (region.size() % size != 0) {
            fail(module, "the records of " + std::string(records.module) + " are not of " +
                             std::to_string(size) + " bytes each");
        }
        ModuleRecords made{records.module, 1, partialText(module), darshanFields(module), {}};
        for (std::size_t at = 0; at < region.size(); at += size) {
            const std::int64_t rank = rankAt(module, region, at);
            ModuleRecord record{nameAt(region, at), processOf(rank), {}};
            const std::string wrong =
                takeDarshanValues(module, countersAt(region, at + kHead, records, isCurrent),
                                  rank == kAllRanks ? job_.ranks : 0, record.values);
            if (!wrong.empty()) {
                fail(module, wrong);
            }
            made.records.push_back(std::move(record));
        }
        modules.push_back(std::move(made));
    }

    static DarshanCounters countersAt(const DarshanRegion& region, std::size_t at,
                                      const DarshanRecords& records, bool isCurrent) {
        DarshanCounters values;
        for (std::size_t i = 0; i < records.counters; ++i) {
            const bool isAdded = !isCurrent && std::find(records.added.begin(), records.added.end(),
                                                         i) != records.added.end();
            if (!isAdded) {
                values.counters[i] = region.whole(at);
                at += kWord;
            }
        }
        for (std::size_t i = 0; i < records.reals; ++i, at += kWord) {
            values.reals[i] = region.real(at);
        }
        return values;
    }

    // A map is a width, a number of bins, two words that mean nothing in a file, and the bins of
    // writes and of reads.
    void readHeatMaps(std::vector<ModuleRecords>& modules) {
        constexpr DarshanModule kMap = DarshanModule::HeatMap;
        constexpr std::size_t kMapHead = kHead + 4 * kWord;
        ModuleRecords made{"io_bins",
                           1,
                           partialText(kMap),
                           {{"begin", "ns", Reduction::First},
                            {"width", "ns", Reduction::None},
                            {"bytes_read", "B", Reduction::Sum},
                            {"bytes_written", "B", Reduction::Sum}},
                           {}};
        const DarshanRegion region = log_.region(kMap);
        for (std::size_t at = 0; at < region.size();) {
            if (region.size() - at < kMapHead) {
                fail(kMap, "a heat map ends too early");
            }
            const auto bins = static_cast<std::uint64_t>(region.whole(at + kHead + kWord));
            const std::size_t room = (region.size() - at - kMapHead) / (2 * kWord);
            if (bins > room) {
                fail(kMap, "a heat map has fewer bins than it says");
            }
            addBins(made, region, at, static_cast<std::size_t>(bins));
            at += kMapHead + static_cast<std::size_t>(bins) * 2 * kWord;
        }
        modules.push_back(std::move(made));
    }

    void addBins(ModuleRecords& made, const DarshanRegion& region, std::size_t at,
                 std::size_t bins) {
        constexpr DarshanModule kMap = DarshanModule::HeatMap;
        constexpr double kNsPerSecond = 1e9;
        constexpr std::int64_t kMost = std::int64_t{1} << 56U;
        const double width = std::round(region.real(at + kHead) * kNsPerSecond);
        const auto all = static_cast<double>(bins + 1);
        if (bins > 0 && (!(width >= 1) || width * all > static_cast<double>(kMost))) {
            fail(kMap, "the bins of a heat map have a width that is not possible");
        }
        const std::int32_t process = processOf(rankAt(kMap, region, at));
        const std::string layer = layerOf(nameAt(region, at));
        const std::size_t writes = at + kHead + 4 * kWord;
        const std::size_t reads = writes + bins * kWord;
        for (std::size_t bin = 0; bin < bins; ++bin) {
            const std::int64_t written = region.whole(writes + bin * kWord);
            const std::int64_t read = region.whole(reads + bin * kWord);
            if (written < 0 || read < 0 || written > kMost || read > kMost) {
                fail(kMap, "a bin of a heat map has a number of bytes that is not possible");
            }
            if (written != 0 || read != 0) {
                const auto ns = static_cast<std::int64_t>(width);
                // A moment is never 0, which stands for never.
                const std::int64_t begin =
                    std::max<std::int64_t>(1, static_cast<std::int64_t>(bin) * ns);
                made.records.push_back(
                    {layer + ' ' + std::to_string(bin), process, {begin, ns, read, written}});
            }
        }
    }

    // "heatmap:POSIX" is of the records that Gantry calls posix.
    static std::string layerOf(const std::string& name) {
        const std::string_view layer = std::string_view(name).substr(name.find(':') + 1);
        return layer == "POSIX"                        ? "posix"
               : layer == "STDIO"                      ? "stdio"
               : layer == "MPIIO" || layer == "MPI-IO" ? "mpiio"
                                                       : "other";
    }

    std::string partialText(DarshanModule module) const {
        return log_.isPartial(module) ? "Darshan had no room for all records; set "
                                        "DARSHAN_MODMEM or its maximum of records higher"
                                      : "";
    }

    std::int64_t rankAt(DarshanModule module, const DarshanRegion& region, std::size_t at) {
        const std::int64_t rank = region.whole(at + kWord);
        if (rank < kAllRanks || rank >= job_.ranks) {
            fail(module, "a record is of a rank that the job does not have");
        }
        return rank;
    }

    std::string nameAt(const DarshanRegion& region, std::size_t at) const {
        const auto id = static_cast<std::uint64_t>(region.whole(at));
        const auto name = names_.find(id);
        if (name == names_.end()) {
            return "(unknown " + base::toHex(id) + ")";
        }
        // As Gantry's own modules call them.
        return name->second == "<STDIN>"    ? "(stdin)"
               : name->second == "<STDOUT>" ? "(stdout)"
               : name->second == "<STDERR>" ? "(stderr)"
                                            : name->second;
    }

    // How many ranks had appeared before this one.
    std::int32_t processOf(std::int64_t rank) {
        if (rank == kAllRanks) {
            return -1;
        }
        return processes_.try_emplace(rank, static_cast<std::int32_t>(processes_.size()))
            .first->second;
    }

    // By rank; the records have the order in which ranks appeared.
    void setProcesses(Profile& profile) const {
        std::vector<std::int32_t> placeOf(processes_.size());
        for (const auto& [rank, appeared] : processes_) {
            placeOf[static_cast<std::size_t>(appeared)] =
                static_cast<std::int32_t>(profile.processes.size());
            ProcessInfo& process = profile.processes.emplace_back();
            process.rank = static_cast<std::int32_t>(rank);
            process.size = static_cast<std::uint32_t>(job_.ranks);
        }
        for (ModuleRecords& module : profile.modules) {
            for (ModuleRecord& record : module.records) {
                record.process =
                    record.process < 0 ? -1 : placeOf[static_cast<std::size_t>(record.process)];
            }
        }
    }

    void addFacts() {
        profile_.addFact("command", job_.command);
        profile_.addFact("darshan.job", std::to_string(job_.id));
        profile_.addFact("darshan.user", std::to_string(job_.uid));
        profile_.addFact("darshan.ranks", std::to_string(job_.ranks));
        addLines("darshan.metadata", job_.metadata);
        if (log_.otherModules() > 0) {
            profile_.addMissing("records of " + counted(log_.otherModules(), "other module") +
                                " of Darshan are not read");
        }
    }

    void addLines(const std::string& key, std::string_view text) {
        forEachLine(text, [&](std::string_view line) { profile_.addFact(key, std::string(line)); });
    }

    // TYPE, a tab, FOLDER.
    void addMounts(Profile& profile) const {
        forEachLine(job_.mounts, [&](std::string_view line) {
            const std::size_t tab = line.find('\t');
            if (tab != std::string_view::npos && tab + 1 < line.size()) {
                noteFileSystem(
                    profile, {std::string(line.substr(tab + 1)), std::string(line.substr(0, tab))});
            }
        });
    }

    template <class Use>
    static void forEachLine(std::string_view text, const Use& use) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            if (end > 0) {
                use(text.substr(0, end));
            }
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    // Empty for a time that no clock of this machine can have, in a damaged log.
    static std::string momentText(std::int64_t seconds) {
        constexpr std::int64_t kNanoseconds = 1'000'000'000;
        constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max() / kNanoseconds;
        return seconds < -kLast || seconds > kLast
                   ? std::string()
                   : base::isoTime(base::timeOf(seconds * kNanoseconds));
    }

    [[noreturn]] void fail(DarshanModule module, const std::string& what) const {
        file_.fail(log_.placeOf(module), what + kDamaged);
    }

    const ImportFile& file_;
    DarshanLog log_;
    ImportedProfile profile_;
    DarshanJob job_;
    std::unordered_map<std::uint64_t, std::string> names_;
    std::map<std::int64_t, std::int32_t> processes_;
};

std::vector<ImportedPart> read(const ImportFile& file) {
    std::vector<ImportedPart> parts;
    parts.push_back({Reader(file).read()});
    return parts;
}

}  // namespace

Importer darshanImporter() {
    return {"darshan", "logs of Darshan 3: what a job did with its files, by rank",
            "strides, alignment in memory, modules other than POSIX, STDIO, MPI-IO and heat maps",
            looksLikeDarshan, read};
}

}  // namespace gantry::perf
