#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <string>

#include "ReportInput.hpp"

namespace gantry::tools {

/// The lines of one source file, of which `file` is the path or its end. Throws UsageError that
/// names files where there is not exactly one.
perf::ReportTable sourceTable(const ReportInput& input, const std::string& file);

/// How a module is shown.
struct ModuleTableChoice {
    bool everyField = false;  ///< also where the module brings a report
    bool forPeople = true;    ///< with the words of its report, which are printed at once
};

/// What a module recorded: the table of the report that it brings, or every value. A report that
/// cannot be read is reported on standard error. Throws UsageError for a module that recorded
/// nothing.
perf::ReportTable moduleTableOf(const perf::Profile& profile, const std::string& module,
                                const ModuleTableChoice& choice);

}  // namespace gantry::tools
