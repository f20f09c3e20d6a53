#pragma once

#include <perf/document/JsonValues.hpp>
#include <perf/page/RunPage.hpp>

#include <vector>

namespace gantry::perf {

/// documentOfRuns() as a value, for who compares it with an earlier one.
Json valueOfRuns(const std::vector<PageSource>& sources, PageTimeline timeline);

}  // namespace gantry::perf
