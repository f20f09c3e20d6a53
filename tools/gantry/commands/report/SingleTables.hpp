#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <string>

#include "ReportInput.hpp"

namespace gantry::tools {

/// The lines of one source file, of which `file` is the path or its end. Throws UsageError that
/// names files where there is not exactly one.
perf::ReportTable sourceTable(const ReportInput& input, const std::string& file);

}  // namespace gantry::tools
