#include <base/text/NumberText.hpp>

#include <algorithm>
#include <cstddef>

#include "FileFigures.hpp"

namespace gantry::perf {

namespace {

// The limits of the rules; docs/guide/io.md has them for people.
constexpr std::int64_t kManyCalls = 1000;
constexpr std::int64_t kManySyncs = 100;
constexpr std::size_t kManyUnused = 10;
constexpr std::int64_t kManyShared = 100;
constexpr std::int64_t kSmallShared = 1 << 20;
constexpr double kMostlyTiny = 0.5;
constexpr double kManyUnaligned = 0.1;
constexpr double kManyBackward = 0.2;
constexpr double kMostlyMeta = 0.3;
constexpr double kUneven = 1.5;
constexpr std::int64_t kWorthwhileNs = 100'000'000;
constexpr double kNs = 1e-9;

std::string share(std::int64_t part, std::int64_t whole) {
    return std::to_string(part) + " of " + std::to_string(whole);
}

std::string took(std::int64_t ns) {
    return base::duration(static_cast<double>(ns) * kNs);
}

bool isShare(std::int64_t part, std::int64_t whole, double limit) {
    return static_cast<double>(part) > limit * static_cast<double>(whole);
}

void tiny(std::vector<IoFinding>& found, const FileFigures& file, bool writes) {
    const auto& sizes = writes ? file.writeSizes : file.readSizes;
    const std::int64_t calls = writes ? file.writes : file.reads;
    const std::int64_t small = sizes[0] + sizes[1];
    if (calls < kManyCalls || !isShare(small, calls, kMostlyTiny)) {
        return;
    }
    const char* const what = writes ? "writes" : "reads";
    found.push_back({std::string("tiny-") + what, file.name,
                     share(small, calls) + ' ' + what + " moved 1 KiB or less; they took " +
                         took(writes ? file.writeNs : file.readNs),
                     writes ? "collect the data and write it in blocks of 64 KiB or more, such as "
                              "by a stream with a larger buffer"
                            : "read blocks of 64 KiB or more and take the parts from memory, or "
                              "map the file",
                     writes ? file.writeNs : file.readNs,
                     writes ? file.bytesWritten : file.bytesRead});
}

void unaligned(std::vector<IoFinding>& found, const FileFigures& file) {
    const std::int64_t calls = file.reads + file.writes;
    if (calls >= kManyCalls && isShare(file.unaligned, calls, kManyUnaligned)) {
        found.push_back(
            {"unaligned", file.name,
             share(file.unaligned, calls) + " accesses began within a page of 4096 B",
             "begin each access at a multiple of 4096 B, or of the stripe of a parallel "
             "file system",
             file.readNs + file.writeNs, file.bytesRead + file.bytesWritten});
    }
}

void random(std::vector<IoFinding>& found, const FileFigures& file) {
    const std::int64_t calls = file.reads + file.writes;
    const std::int64_t backward = calls - file.readsOnward - file.writesOnward;
    if (file.knowsOrder && calls >= kManyCalls && isShare(backward, calls, kManyBackward)) {
        found.push_back({"random-access", file.name,
                         share(backward, calls) + " accesses went back in the file",
                         "sort the accesses by offset, or map the file; posix_fadvise() with "
                         "POSIX_FADV_RANDOM stops useless reading ahead",
                         file.readNs + file.writeNs, file.bytesRead + file.bytesWritten});
    }
}

void synced(std::vector<IoFinding>& found, const FileFigures& file) {
    if (file.syncs >= kManySyncs && isShare(file.metaNs, file.timeNs(), kMostlyMeta)) {
        found.push_back({"sync-often", file.name,
                         std::to_string(file.syncs) + " syncs for " + std::to_string(file.writes) +
                             " writes; syncing, opening and the like took " + took(file.metaNs),
                         "sync once after a group of writes, such as one transaction", file.metaNs,
                         0});
    }
}

void uneven(std::vector<IoFinding>& found, const FileFigures& file) {
    if (file.processes < 2) {
        return;
    }
    const auto processes = static_cast<double>(file.processes);
    const double mean = static_cast<double>(file.timeNs()) / processes;
    if (file.slowestNs >= kWorthwhileNs && static_cast<double>(file.slowestNs) > kUneven * mean) {
        found.push_back({"uneven-processes", file.name,
                         "one of " + std::to_string(file.processes) + " processes took " +
                             took(file.slowestNs) + ", the mean is " + base::duration(mean * kNs),
                         "let the processes move equal parts, or use collective calls of MPI-IO",
                         file.slowestNs - static_cast<std::int64_t>(mean), 0});
    }
}

// The library of MPI combines accesses of several ranks only in calls that they make together.
void uncollective(std::vector<IoFinding>& found, const FileFigures& file) {
    const std::int64_t bytes = file.bytesRead + file.bytesWritten;
    if (file.ranks > 1 && file.apart >= kManyShared && file.together == 0 &&
        bytes / file.apart < kSmallShared) {
        const std::int64_t mean = bytes / file.apart;
        found.push_back(
            {"not-collective", file.name,
             base::plural(static_cast<std::size_t>(file.ranks), "rank") + " made " +
                 std::to_string(file.apart) + " independent accesses of " +
                 base::quantity(static_cast<double>(mean), "B") +
                 " on average, and no collective one; they took " +
                 took(file.readNs + file.writeNs),
             "use the collective calls, such as MPI_File_write_at_all: the library combines the "
             "parts of the ranks into large accesses",
             file.readNs + file.writeNs, bytes});
    }
}

// Of all files together but for those that are synced often, which has a rule of its own. What a
// layer opens is opened below it, too.
void metadata(std::vector<IoFinding>& found, const std::vector<FileFigures>& files) {
    std::int64_t calls = 0;
    std::int64_t metaNs = 0;
    std::int64_t allNs = 0;
    for (const FileFigures& file : files) {
        if (file.isLayer) {
            continue;
        }
        const bool isSynced = file.syncs >= kManySyncs;
        calls += isSynced ? 0 : file.meta - file.syncs;
        metaNs += isSynced ? 0 : file.metaNs;
        allNs += isSynced ? 0 : file.timeNs();
    }
    if (calls >= kManyCalls && isShare(metaNs, allNs, kMostlyMeta)) {
        found.push_back(
            {"metadata-storm", "",
             std::to_string(calls) +
                 " calls that move nothing (open, stat, seek, close) "
                 "took " +
                 took(metaNs) + " of " + took(allNs) + " of I/O, over " +
                 base::plural(files.size(), "name"),
             "keep files open, query their state once, and combine many small files into one",
             metaNs, 0});
    }
}

void unused(std::vector<IoFinding>& found, const std::vector<FileFigures>& files) {
    std::size_t count = 0;
    std::int64_t ns = 0;
    std::string first;
    for (const FileFigures& file : files) {
        if (!file.isLayer && file.opens > 0 && file.reads + file.writes + file.maps == 0 &&
            file.name[0] == '/') {
            first = count++ == 0 ? file.name : first;
            ns += file.timeNs();
        }
    }
    if (count >= kManyUnused) {
        found.push_back(
            {"opened-unused", "",
             base::plural(count, "file") +
                 " were opened and neither read, written nor "
                 "mapped, such as " +
                 first + "; that took " + took(ns),
             "open a file only when its contents are needed; stat() shows whether it exists", ns,
             0});
    }
}

void failing(std::vector<IoFinding>& found, const std::vector<FileFigures>& files) {
    for (const FileFigures& file : files) {
        if (file.name == "(failed)" && file.failures >= kManyCalls) {
            found.push_back({"failing-calls", "",
                             std::to_string(file.failures) +
                                 " calls with a file name failed; they took " + took(file.metaNs),
                             "search in fewer folders, or remember which files do not exist",
                             file.metaNs, 0});
        }
    }
}

}  // namespace

std::vector<IoFinding> ioFindings(const std::vector<FileFigures>& files) {
    std::vector<IoFinding> found;
    metadata(found, files);
    failing(found, files);
    unused(found, files);
    std::size_t named = found.size();
    for (const FileFigures& file : files) {
        synced(found, file);
        tiny(found, file, true);
        tiny(found, file, false);
        random(found, file);
        unaligned(found, file);
        uneven(found, file);
        uncollective(found, file);
        for (; named < found.size(); ++named) {
            found[named].module = file.module;
        }
    }
    return found;
}

std::vector<IoFinding> ioFindings(const Profile& profile) {
    return ioFindings(fileFigures(profile));
}

}  // namespace gantry::perf
