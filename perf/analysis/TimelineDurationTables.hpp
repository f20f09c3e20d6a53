#pragma once

#include <perf/analysis/TimelineTables.hpp>

namespace gantry::perf::timeline {

/// A row for each row and state that it was in, by the longest time at a stretch.
TimelineAnswer longestAnswer(const Timeline& timeline, const TimelineQuestion& question);
/// A row for each class of durations.
TimelineAnswer durationsAnswer(const Timeline& timeline, const TimelineQuestion& question);

}  // namespace gantry::perf::timeline
