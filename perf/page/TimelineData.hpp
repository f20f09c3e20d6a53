#pragma once

#include <perf/document/JsonValues.hpp>
#include <perf/page/RunPage.hpp>

namespace gantry::perf {

/// The member `timeline` of a run of docs/formats/page.md.
Json timelineData(const Timeline& timeline, PageTimeline use);

}  // namespace gantry::perf
