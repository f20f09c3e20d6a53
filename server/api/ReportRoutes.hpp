#pragma once

#include <server/api/RunApi.hpp>

#include <optional>
#include <vector>

namespace gantry::server {

/// The answer to an address that asks for the tables of a report, or for what an archive says
/// beside its values; nothing for another path. Throws std::invalid_argument for a query that is
/// wrong.
std::optional<HttpReply> reportReply(const ServedRun& run, const HttpRequest& request);

/// The answer to /api/compare: what `gantry compare --json` prints of the same runs. sets: places
/// of the runs; the first and the last set are compared where the request names none. Throws
/// std::invalid_argument.
HttpReply compareReply(const std::vector<ServedRun>& runs,
                       const std::vector<std::vector<std::size_t>>& sets,
                       const HttpRequest& request);

/// The answer to /api/scaling: what `gantry compare --scaling KIND --json` prints where the runs
/// with one number of ranks are one set. Throws std::invalid_argument.
HttpReply scalingReply(const std::vector<ServedRun>& runs, const HttpRequest& request);

}  // namespace gantry::server
