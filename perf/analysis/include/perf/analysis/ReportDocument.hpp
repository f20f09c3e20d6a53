#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// A whole report: facts of the profile, tables, warnings. The profile must outlive it.
///
///     const ReportDocument report{profile, {flatTable(profile, allMetrics(profile))}};
///     std::cout << reportText(report);
struct ReportDocument {
    const Profile& profile;
    std::vector<perf::ReportTable> tables;
};

/// For a terminal: tables with titles, texts made printable.
std::string reportText(const ReportDocument& report);
/// For issues and merge requests.
std::string reportMarkdown(const ReportDocument& report);
/// The tables alone: a line of column keys with their units, then a line for each row; tables are
/// an empty line apart.
std::string reportCsv(const ReportDocument& report);
/// "gantry-report", described in docs/formats/report.md.
std::string reportJson(const ReportDocument& report);

}  // namespace gantry::perf
