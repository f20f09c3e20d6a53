// How merging the profiles of very many ranks scales: simulated ranks are merged by the code that
// ranks of a run use, up the same tree, part by part and as bytes, and their archive is written and
// read. Each size runs in a process of its own, so that its memory is its own. All times are
// processor time.
#include <perf/archive/ArchiveDraft.hpp>
#include <perf/archive/RankValues.hpp>
#include <perf/model/RankMerger.hpp>
#include <perf/ranks/PartBytes.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <malloc.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "merge/RealRanks.hpp"
#include "merge/SimulatedRank.hpp"

namespace {

namespace fs = std::filesystem;
using namespace gantry;

struct Options {
    std::vector<std::uint32_t> ranks{2, 4, 8, 16, 64, 256, 1024, 4096};
    std::uint32_t timers = 1000;
    std::uint32_t detailed = perf::kMostExactRanks;
    bool json = false;
    std::string upcalls;  ///< real ranks over this class; empty: simulated ones
    fs::path folder = fs::temp_directory_path();
};

// Processor time of this process and the children it waited for: others on the machine do not
// count.
double processorSeconds() {
    double seconds = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        struct rusage usage {};
        ::getrusage(who, &usage);
        for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
            seconds += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
        }
    }
    return seconds;
}

double heapBytes() {
    const struct mallinfo2 info = ::mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

/// One round of the tree: what each of its messages takes.
struct Level {
    std::uint32_t joins = 0;
    double seconds = 0;  ///< of processor time, of all joins: encoding, decoding, joining
    double slowest = 0;
    double bytes = 0;  ///< of the largest message
    double heap = 0;   ///< of the largest part that was received
};

struct Result {
    std::vector<Level> levels;
    double leafSeconds = 0;  ///< what each rank does before it sends: mean
    double blockBytes = 0;
    double archiveBytes = 0;
    double writeSeconds = 0;
    double reportSeconds = 0;
    double totalsSeconds = 0;
    double peakBytes = 0;
};

class Simulation final {
public:
    Simulation(const Options& options, std::uint32_t ranks)
        : options_(options),
          ranks_(ranks),
          detail_(perf::rankDetail(ranks, options.detailed)),
          file_(options.folder / ("bench-merge-" + std::to_string(::getpid()) + ".gantry")),
          draft_(file_) {}
    ~Simulation() {
        std::error_code ignored;
        fs::remove(file_, ignored);
    }
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    Result run() {
        for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
            perf::Profile profile = bench::simulatedRank(rank, ranks_, options_.timers);
            const double begin = processorSeconds();
            perf::RankPart part = perf::rankPart(rank, std::move(profile), detail_);
            result_.leafSeconds += processorSeconds() - begin;
            push(std::move(part));
        }
        result_.leafSeconds /= ranks_;
        perf::RankPart whole = std::move(parts_.back());
        parts_.pop_back();
        while (!parts_.empty()) {
            perf::RankPart low = std::move(parts_.back());
            parts_.pop_back();
            whole = joined(std::move(low), std::move(whole));
        }
        keep(perf::takeLastBlock(whole));
        const double begin = processorSeconds();
        draft_.finish(perf::wholeRun(std::move(whole)));
        result_.writeSeconds += processorSeconds() - begin;
        result_.archiveBytes = static_cast<double>(fs::file_size(file_));
        read();
        struct rusage usage {};
        ::getrusage(RUSAGE_SELF, &usage);
        result_.peakBytes = static_cast<double>(usage.ru_maxrss) * 1024;
        return std::move(result_);
    }

private:
    static std::uint32_t countOf(const perf::RankPart& part) { return part.profile.ranks->size; }

    void push(perf::RankPart part) {
        while (!parts_.empty() && countOf(parts_.back()) == countOf(part)) {
            perf::RankPart low = std::move(parts_.back());
            parts_.pop_back();
            part = joined(std::move(low), std::move(part));
        }
        parts_.push_back(std::move(part));
    }

    perf::RankPart joined(perf::RankPart low, perf::RankPart high) {
        std::size_t place = 0;
        while ((std::uint32_t{2} << place) < countOf(low) + countOf(high)) {
            ++place;
        }
        result_.levels.resize(std::max(result_.levels.size(), place + 1));
        const double begin = processorSeconds();
        const std::string bytes = perf::encodePart(high);
        high = {};
        const double before = heapBytes();
        perf::RankPart received = perf::decodePart(bytes);
        const double heap = heapBytes() - before;
        perf::join(low, std::move(received));
        const double seconds = processorSeconds() - begin;
        keep(perf::takeFullBlock(low));
        Level& level = result_.levels[place];
        ++level.joins;
        level.seconds += seconds;
        level.slowest = std::max(level.slowest, seconds);
        level.bytes = std::max(level.bytes, static_cast<double>(bytes.size()));
        level.heap = std::max(level.heap, heap);
        return low;
    }

    void keep(const std::optional<perf::RankBlock>& block) {
        if (!block) {
            return;
        }
        const double begin = processorSeconds();
        result_.blockBytes += static_cast<double>(block->totals.size());
        for (const perf::PackedColumn& column : block->columns) {
            result_.blockBytes += static_cast<double>(column.bytes.size());
        }
        draft_.add(*block);
        result_.writeSeconds += processorSeconds() - begin;
    }

    void read() {
        // With the command if it has been built.
        const fs::path command = fs::read_symlink("/proc/self/exe").parent_path() / "gantry";
        const double begin = processorSeconds();
        if (fs::exists(command)) {
            std::string line = command.string();
            line.append(" report ").append(file_.string()).append(" > /dev/null");
            if (std::system(line.c_str()) != 0) {  // NOLINT(concurrency-mt-unsafe): one thread
                throw std::runtime_error("gantry report refuses the archive");
            }
        } else {
            (void)perf::readArchive(file_);
        }
        result_.reportSeconds = processorSeconds() - begin;
        const double then = processorSeconds();
        (void)perf::readRankTotals(file_);
        result_.totalsSeconds = processorSeconds() - then;
    }

    const Options& options_;
    std::uint32_t ranks_;
    perf::RankDetail detail_;
    fs::path file_;
    perf::ArchiveDraft draft_;
    std::vector<perf::RankPart> parts_;
    Result result_;
};

// What a run would wait for: one rank's own work, and one message of each round.
double criticalSeconds(const Result& result) {
    double seconds = result.leafSeconds;
    for (const Level& level : result.levels) {
        seconds += level.joins > 0 ? level.seconds / level.joins : 0;
    }
    return seconds;
}

void printJson(std::uint32_t ranks, const Result& result, bool first) {
    std::printf(
        "%s{\"ranks\": %u, \"rounds\": %zu, \"merge_ms\": %.3f, \"leaf_ms\": %.3f, "
        "\"archive_bytes\": %.0f, \"column_bytes_per_rank\": %.1f, \"write_ms\": %.1f, "
        "\"report_ms\": %.1f, \"totals_ms\": %.1f, \"peak_bytes\": %.0f, \"levels\": [",
        first ? "" : ",\n", ranks, result.levels.size(), criticalSeconds(result) * 1e3,
        result.leafSeconds * 1e3, result.archiveBytes, result.blockBytes / ranks,
        result.writeSeconds * 1e3, result.reportSeconds * 1e3, result.totalsSeconds * 1e3,
        result.peakBytes);
    for (const Level& level : result.levels) {
        std::printf(
            "%s{\"joins\": %u, \"mean_ms\": %.3f, \"slowest_ms\": %.3f, "
            "\"message_bytes\": %.0f, \"heap_bytes\": %.0f}",
            &level == result.levels.data() ? "" : ", ", level.joins,
            level.seconds / std::max(level.joins, 1U) * 1e3, level.slowest * 1e3, level.bytes,
            level.heap);
    }
    std::printf("]}");
}

void printRow(std::uint32_t ranks, const Result& result) {
    constexpr double kMiB = 1 << 20U;
    double heap = 0;
    for (const Level& level : result.levels) {
        heap = std::max(heap, level.heap);
    }
    std::printf("%7u %6zu %9.1f %10.2f %10.2f %11.1f %9.1f %10.0f\n", ranks, result.levels.size(),
                criticalSeconds(result) * 1e3, heap / kMiB, result.archiveBytes / kMiB,
                result.archiveBytes / ranks / 1024, result.peakBytes / kMiB,
                result.reportSeconds * 1e3);
}

std::uint32_t numberIn(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number == 0) {
        throw std::invalid_argument("'" + std::string(text) + "' is not a number above 0");
    }
    return number;
}

Options optionsOf(const std::vector<std::string>& words) {
    Options options;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--json") {
            options.json = true;
            continue;
        }
        if (i + 1 == words.size()) {
            throw std::invalid_argument(
                "usage: bench-merge [--json] [--ranks N,N,...] "
                "[--timers N] [--detailed-ranks N] [--folder DIR]\n"
                "or, by a launcher of ranks: bench-merge --upcalls parallel.Mpi [--timers N]");
        }
        const std::string& value = words[++i];
        if (words[i - 1] == "--ranks") {
            options.ranks.clear();
            for (std::size_t at = 0; at <= value.size();) {
                const std::size_t end = std::min(value.find(',', at), value.size());
                options.ranks.push_back(numberIn(std::string_view(value).substr(at, end - at)));
                at = end + 1;
            }
        } else if (words[i - 1] == "--timers") {
            options.timers = numberIn(value);
        } else if (words[i - 1] == "--detailed-ranks") {
            options.detailed = numberIn(value);
        } else if (words[i - 1] == "--upcalls") {
            options.upcalls = value;
        } else if (words[i - 1] == "--folder") {
            options.folder = value;
        } else {
            throw std::invalid_argument("there is no option " + words[i - 1]);
        }
    }
    return options;
}

int measureInChild(const Options& options, std::uint32_t ranks, bool first) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        try {
            const Result result = Simulation(options, ranks).run();
            options.json ? printJson(ranks, result, first) : printRow(ranks, result);
            std::fflush(stdout);
            ::_exit(EXIT_SUCCESS);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "bench-merge: %s\n", error.what());
            ::_exit(EXIT_FAILURE);
        }
    }
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child ? status : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = optionsOf({argv + 1, argv + argc});
        if (!options.upcalls.empty()) {
            bench::mergeRealRanks(options.upcalls, options.timers, options.detailed,
                                  options.folder);
            return EXIT_SUCCESS;
        }
        std::printf("%s", options.json
                              ? "{\"rows\": [\n"
                              : "  ranks rounds merge, ms  part, MiB archive, MiB  KiB a rank "
                                "peak, MiB report, ms\n");
        for (const std::uint32_t& ranks : options.ranks) {
            if (measureInChild(options, ranks, &ranks == options.ranks.data()) != 0) {
                return EXIT_FAILURE;
            }
        }
        if (options.json) {
            std::printf("\n]}\n");
        }
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench-merge: %s\n", error.what());
        return 2;
    }
}
