#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// The records of the module of that name, one row for each value other than 0, with its unit: of
/// any module, also one that this program knows nothing of. Throws std::invalid_argument, which
/// names the modules of the profile, where there is none of that name.
ReportTable moduleTable(const Profile& profile, const std::string& name);

/// What the program allocated, as the module memory recorded it: all of it, then by the stacks that
/// asked for it, which are estimates by samples (docs/guide/memory.md), the largest first. Without
/// rows where nothing was recorded.
ReportTable memoryTable(const Profile& profile);

/// What the program did with files, as the modules posix and stdio recorded it: totals, files by
/// the time they took, sizes of accesses, what stands out, with advice, how even the ranks were at
/// each file that they share, and bytes over time. Records of one file by several processes are one
/// row. Empty where nothing was recorded.
///
///     ReportDocument report{profile, ioTables(profile)};
std::vector<ReportTable> ioTables(const Profile& profile);

}  // namespace gantry::perf
