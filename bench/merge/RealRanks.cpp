#include "RealRanks.hpp"

#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <parallel/Upcalls.hpp>
#include <perf/archive/ArchiveDraft.hpp>
#include <perf/ranks/TreeMerge.hpp>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "SimulatedRank.hpp"

namespace gantry::bench {

namespace {

namespace fs = std::filesystem;

// What this process has used.
struct Used {
    std::chrono::steady_clock::time_point wall = std::chrono::steady_clock::now();
    double processor = 0;
    double peakBytes = 0;
};

double secondsOf(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

Used usedNow() {
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    Used used;
    used.processor = secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
    used.peakBytes = static_cast<double>(usage.ru_maxrss) * 1024;
    return used;
}

void print(std::int32_t ranks, const Used& before, const Used& merged, const Used& written,
           double archiveBytes) {
    constexpr double kMiB = 1 << 20U;
    const auto ms = [](const Used& from, const Used& to) {
        return std::chrono::duration<double, std::milli>(to.wall - from.wall).count();
    };
    std::printf("%5d %9.1f %9.1f %9.1f %9.1f %9.2f %9.2f\n", ranks, ms(before, merged),
                (merged.processor - before.processor) * 1e3, ms(merged, written),
                (written.processor - merged.processor) * 1e3,
                (written.peakBytes - before.peakBytes) / kMiB, archiveBytes / kMiB);
}

}  // namespace

void mergeRealRanks(const std::string& upcalls, std::uint32_t timers, std::uint32_t detailed,
                    const fs::path& folder) {
    framework::Framework framework({GANTRY_COMPONENT_DIRECTORY});
    framework.createInstance(upcalls, "ranks");
    const auto ranks =
        castPort<parallel::Upcalls>(framework.providedPort("ranks", "upcalls"), "upcalls");
    const auto rank = static_cast<std::uint32_t>(ranks->getRank());
    const auto size = static_cast<std::uint32_t>(ranks->getSize());
    perf::Profile own = simulatedRank(rank, size, timers);
    perf::MergeOptions options;
    options.mostExactRanks = detailed;
    std::vector<perf::RankBlock> blocks;
    options.keep = [&](perf::RankBlock block) { blocks.push_back(std::move(block)); };
    ranks->barrier();
    const Used before = usedNow();
    const std::optional<perf::Profile> whole =
        perf::mergeOverRanks(std::move(own), *ranks, options);
    const Used merged = usedNow();
    if (whole) {
        const fs::path file = folder / ("bench-merge-" + std::to_string(::getpid()) + ".gantry");
        perf::writeArchive(file, blocks, *whole);
        print(ranks->getSize(), before, merged, usedNow(),
              static_cast<double>(fs::file_size(file)));
        fs::remove(file);
    }
    ranks->barrier();
}

}  // namespace gantry::bench
