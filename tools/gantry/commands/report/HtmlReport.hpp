#pragma once

#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// Writes the page of a run to `out`, whole or not at all, or to standard output. `files` are those
/// that the profile was read from; of a single one the timeline is shown. Throws base::FileError.
void writeHtmlReport(const std::vector<std::string>& files, const perf::Profile& profile,
                     const perf::History& history, const std::optional<std::string>& out);

}  // namespace gantry::tools
