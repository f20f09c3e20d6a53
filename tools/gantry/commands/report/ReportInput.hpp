#pragma once

#include <perf/archive/History.hpp>
#include <perf/archive/RankValues.hpp>
#include <perf/model/Profile.hpp>

#include <string>
#include <vector>

#include "Command.hpp"

namespace gantry::tools {

/// What is reported: a file, or several merged.
struct ReportInput {
    perf::Profile profile;
    perf::History history{};
    std::vector<perf::RankTotals> ranks{};  ///< where there are very many
    int status = kDone;                     ///< of the command: files may be missing
};

/// Reads one file, or merges several. wanted: a view of perf::isOfHistory(); empty: none, html and
/// sources: if there is any. Says on standard error which files were left out.
ReportInput readReportInput(const Words& files, const std::string& wanted);

}  // namespace gantry::tools
