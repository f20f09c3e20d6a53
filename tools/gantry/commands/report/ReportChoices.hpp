#pragma once

#include <perf/analysis/ReportViews.hpp>
#include <perf/model/Profile.hpp>
#include <perf/model/ThreadChoice.hpp>

#include <optional>
#include <string>

#include "OptionParser.hpp"

namespace gantry::tools {

/// The metric that --metric names; all without it. Throws UsageError where it was not measured.
perf::ShownMetrics metricsOf(const OptionParser& parser, const perf::Profile& profile);

/// What `gantry report --of` asks for; nothing without it. Throws UsageError, also with views of
/// what is not kept by thread.
std::optional<perf::ThreadChoice> threadsWanted(const OptionParser& parser);

}  // namespace gantry::tools
