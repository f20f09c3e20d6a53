#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/MessageEvent.hpp>
#include <perf/model/Profile.hpp>

#include <vector>

namespace gantry::perf {

/// What went from rank to rank by one kind of call, by sender and receiver: number, bytes, and
/// smallest, mean and largest size. No rows where nothing was measured; CollectiveCalls has none.
ReportTable messageTable(const Profile& profile, MessageEvent::Kind kind);

/// Messages, one-sided accesses and parts of collective calls between each pair of ranks by size,
/// in the classes of messageSizeTable().
ReportTable messageClassTable(const Profile& profile);

/// Messages and collective calls of each communicator, and the time in these. One row each, in
/// alphabetical order; collective calls and their time count once for each rank.
ReportTable communicatorTable(const Profile& profile);

/// How many had which size, by powers of two.
ReportTable messageSizeTable(const Profile& profile);

/// All of these that have rows; the messages always.
///
///     ReportDocument report{profile, messageTables(profile)};
std::vector<ReportTable> messageTables(const Profile& profile);

}  // namespace gantry::perf
