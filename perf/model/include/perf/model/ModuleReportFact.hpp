#pragma once

#include <string_view>

namespace gantry::perf {

/// The key of the fact of a profile with which a module brings the report of its records: this and
/// the module's name. The value is a text of docs/formats/module-report.md.
inline constexpr std::string_view kModuleReportFact = "module.report.";

}  // namespace gantry::perf
