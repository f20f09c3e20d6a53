#pragma once

#include <perf/timeline/Timeline.hpp>

#include <optional>
#include <string>

namespace gantry::tools {

/// The timeline of a run for a page of the viewer; nothing where there is no trace. What is damaged
/// or missing is printed to standard error: the page has views that need no trace.
std::optional<perf::Timeline> timelineForPage(const std::string& file);

}  // namespace gantry::tools
