#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/archive/RankValues.hpp>
#include <perf/model/Profile.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// What the rows of a table of identities are.
enum class ReportBy {
    Rank,
    Host,
    Thread,
    Function,  ///< each timer over all threads that ran it
};

/// By "rank", "host", "thread" or "function"; nothing for any other word.
std::optional<ReportBy> reportByName(std::string_view name);

/// What was measured by rank, host or thread, in their order; or each timer over the threads that
/// ran it: least, greatest and mean exclusive value of a thread, deviation, imbalance (by how much
/// the greatest exceeds the mean, in % of the mean) and where the greatest is; the largest sum
/// first. Of the leading metric. Threads of libraries are left out unless withLibraries; they
/// measured nothing, and so are in no share. ranks: of an archive of very many ranks, whose threads
/// are together; a timer is then shown over ranks instead of threads.
ReportTable identityTable(const Profile& profile, const ShownMetrics& metrics, ReportBy by,
                          bool withLibraries = false, const std::vector<RankTotals>& ranks = {});

/// "4 ranks on 2 hosts, 8 threads, 12 timers", and in a second line the ranks that left nothing,
/// where there are any. Ends with a line feed; not made printable.
std::string processesText(const Profile& profile);

}  // namespace gantry::perf
