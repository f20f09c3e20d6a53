#pragma once

#include <perf/analysis/IoFindings.hpp>
#include <perf/analysis/ReportTable.hpp>
#include <perf/model/ModuleRecords.hpp>
#include <perf/model/Profile.hpp>

#include <array>
#include <cstdint>
#include <string>
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
    std::int64_t readNs = 0, writeNs = 0, metaNs = 0;
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

/// Of all modules that record files; one for each name and module, the one that took longest first.
std::vector<FileFigures> fileFigures(const Profile& profile);

/// What processes read and wrote over time, as a map: two rows for each process, the bytes of one
/// interval a character. Of the module io_bins; without rows where it recorded nothing.
ReportTable ioMapTable(const Profile& profile);

/// By rules with fixed limits (docs/guide/io.md). The most time-consuming file first in each rule.
std::vector<IoFinding> ioFindings(const std::vector<FileFigures>& files);

}  // namespace gantry::perf
