#pragma once

#include <server/api/RunApi.hpp>

#include <optional>
#include <vector>

namespace gantry::server {

/// The answer to an address that asks for the tables of a report, or for what an archive says
/// beside its values; nothing for another path. Throws std::invalid_argument for a query that is
/// wrong.
std::optional<HttpReply> reportReply(const ServedRun& run, const HttpRequest& request);

/// The answer to /api/compare: what `gantry compare --json` prints of the same runs. Throws
/// std::invalid_argument.
HttpReply compareReply(const std::vector<ServedRun>& runs, const HttpRequest& request);

}  // namespace gantry::server
