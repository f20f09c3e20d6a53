#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/analysis/StateTable.hpp>
#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// What views are made of. The references must outlive the use.
struct ViewSource {
    const Profile& profile;
    const History& history;
    const ShownMetrics& metrics;
    const StateRules& rules;     ///< of the view states
    bool withLibraries = false;  ///< the view threads has those that libraries made for themselves
};

/// The names of all views, in the order in which a report has them: flat, tree, functions, ...
const std::vector<std::string>& viewNames();

/// Whether a view lists what happened one by one, which archives have and JSON profiles have not.
bool isOfHistory(const std::string& view);

/// What is shown to those who have not chosen. For people, more where the run has it; a program
/// that reads a report must not depend on what a run happened to have.
std::vector<std::string> usualViews(const Profile& profile, const StateRules& rules,
                                    bool forPeople);

/// The tables of a view, mostly one. The views io and memory are empty where nothing was recorded:
/// no table, or one without rows. Throws std::invalid_argument for another name.
///
///     ReportDocument report{profile, viewTables("tree", source)};
std::vector<ReportTable> viewTables(const std::string& view, const ViewSource& source);

}  // namespace gantry::perf
