#pragma once

#include <perf/timeline/Timeline.hpp>
#include <server/http/HttpTypes.hpp>

#include <optional>
#include <string>

namespace gantry::server {

/// The answer to /api/timeline and to /api/KIND for every kind of query of a timeline; nothing for
/// another path. Throws std::invalid_argument for a query that is wrong, and TimelineError.
std::optional<HttpReply> timelineReply(const perf::Timeline& timeline, const HttpRequest& request);
/// Whether a path asks for a timeline.
bool asksTimeline(const std::string& path);

}  // namespace gantry::server
