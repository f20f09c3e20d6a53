#pragma once

#include <perf/analysis/IoFindings.hpp>
#include <perf/analysis/ReportTable.hpp>
#include <perf/model/FileSystems.hpp>
#include <perf/model/ModuleRecords.hpp>
#include <perf/model/Profile.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

inline constexpr std::size_t kAccessSizes = 10;

/// The upper ends of the classes in which modules count accesses, as texts.
extern const std::array<const char*, kAccessSizes> kAccessSizeNames;

/// What is known of one file, over all processes; names as in docs/formats/module.md.
struct FileFigures {
    std::string module;
    std::string name;
    std::size_t processes = 0;
    std::int64_t opens = 0, reads = 0, writes = 0, bytesRead = 0, bytesWritten = 0;
    std::int64_t syncs = 0, maps = 0, failures = 0, unaligned = 0, meta = 0;
    std::int64_t readsOnward = 0, writesOnward = 0;
    std::int64_t adjacent = 0;  ///< reads and writes that began where the previous one ended
    std::int64_t readNs = 0, writeNs = 0, metaNs = 0;
    std::int64_t openNs = 0;     ///< a part of metaNs; 0 where it is not recorded apart
    std::int64_t slowestNs = 0;  ///< of the process that it took longest
    /// Of a layer above others, such as MPI-IO: what it moves is also in the figures of these.
    bool isLayer = false;
    bool knowsOrder = false;    ///< whether the places of accesses were recorded
    std::int64_t ranks = 0;     ///< that opened it together; 0 where that is not known
    std::int64_t together = 0;  ///< accesses in calls that all these ranks make
    std::int64_t apart = 0;     ///< accesses in calls of one rank
    std::array<std::int64_t, kAccessSizes> readSizes{};
    std::array<std::int64_t, kAccessSizes> writeSizes{};

    [[nodiscard]] std::int64_t timeNs() const { return readNs + writeNs + metaNs; }
};

/// Whether the records of a module are of files, by their fields.
bool recordsFiles(const ModuleRecords& module);

/// Whether what a module moves is moved below it as well.
bool isLayer(std::string_view module);

/// Of all modules that record files; one for each name and module, the one that took longest first.
std::vector<FileFigures> fileFigures(const Profile& profile);

/// What processes read and wrote over time, as a map: up to two rows for each module of each
/// process, the bytes of one interval a character. Of the module io_bins; without rows where it
/// recorded nothing.
ReportTable ioMapTable(const Profile& profile);

/// The files of fileFigures() that more than one rank used, in its order: which of these ranks took
/// least and most time and moved least and most bytes, the first of equal ones, and the deviation
/// of both over them. Without those whose records are of no single rank, and without names that
/// stand for many objects, such as "(pipe)".
ReportTable sharedFilesTable(const Profile& profile, const std::vector<FileFigures>& files);

/// What each process did with files, the one that took longest first: those of a layer above others
/// only where there is nothing below it. Without rows where fewer than two processes are known.
ReportTable ioProcessesTable(const Profile& profile);

/// The mount point of the file system that a name is in; "(unknown)" where the run does not say it,
/// and "(no path)" for names that stand for no file, such as "(pipe)".
std::string fileSystemOf(const FileSystems& systems, const std::string& name);

/// What was done in each file system, the one that took longest first, by the mount points that the
/// run notes: each access once, without those of a layer where there is something below it.
/// Without rows where the run notes none.
ReportTable ioFileSystemsTable(const FileSystems& systems, const std::vector<FileFigures>& files);

/// "rank 3", or the id of a process without a rank; "all" where it is not known.
std::string nameOfProcess(const Profile& profile, std::int32_t process);

/// How long the I/O of a process ran beside computing of its other threads, as far as a profile
/// says it: it has the sums of each thread, not when they were.
struct IoOverlap {
    std::int32_t process = -1;  ///< place in Profile::processes
    std::size_t threads = 0;
    std::int64_t ioNs = 0;  ///< of all its threads
    std::int64_t leastNs = 0;
    std::int64_t mostNs = 0;
};

/// Of processes with I/O, the one with most first. Empty unless the first metric is the wall clock.
std::vector<IoOverlap> ioOverlap(const Profile& profile);
ReportTable ioOverlapTable(const Profile& profile);

/// By rules with fixed limits (docs/guide/io.md). The most time-consuming file first in each rule.
std::vector<IoFinding> ioFindings(const std::vector<FileFigures>& files);

}  // namespace gantry::perf
