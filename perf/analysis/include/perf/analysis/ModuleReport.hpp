#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// What a module says of its own records.
struct ModuleReport {
    std::string title{};
    std::vector<std::string> notes{};  ///< a paragraph each
    ReportTable table{};               ///< one row for each name
};

/// The report that the module of that name brings; nothing where it brings none. Records of one
/// name are one row. Throws std::invalid_argument for a text that is not such a report, with the
/// number of the line and what is wrong with it.
std::optional<ModuleReport> moduleReport(const Profile& profile, const std::string& name);

}  // namespace gantry::perf
