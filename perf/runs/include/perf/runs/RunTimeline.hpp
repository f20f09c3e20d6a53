#pragma once

#include <perf/archive/CheckedArchive.hpp>
#include <perf/runs/Notes.hpp>
#include <perf/timeline/Timeline.hpp>

#include <optional>
#include <string>

namespace gantry::perf {

/// The timeline of a run for a page of the viewer; nothing where there is no trace. What is damaged
/// or missing is a note: the page has views that need no trace. archive: the file, if it is an
/// archive that is open already.
std::optional<Timeline> timelineForPage(const std::string& file, const Notes& notes,
                                        CheckedArchive* archive = nullptr);

}  // namespace gantry::perf
