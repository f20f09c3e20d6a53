// The tables of a report by the names of its views, for the command line and the server.

#include <perf/analysis/HistoryViews.hpp>
#include <perf/analysis/MessageTable.hpp>
#include <perf/analysis/ModuleTable.hpp>
#include <perf/analysis/Overview.hpp>
#include <perf/analysis/SourceTable.hpp>
#include <perf/analysis/ViewTables.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace gantry::perf {

namespace {

using Tables = std::vector<ReportTable>;

Tables flatTables(const ViewSource& source) {
    Tables tables{flatTable(source.profile, source.metrics)};
    addOverhead(tables.front(), source.profile, source.metrics);
    return tables;
}

struct View {
    const char* name;
    Tables (*tables)(const ViewSource& source);
};

// Adding a view is adding a line here; the order is that of a report.
constexpr std::array kViews{
    View{"flat", flatTables},
    View{"tree", [](const ViewSource& of) { return Tables{treeTable(of.profile, of.metrics)}; }},
    View{"functions", [](const ViewSource& of) { return Tables{hotFunctions(of.profile)}; }},
    View{"sources",
         [](const ViewSource& of) { return Tables{sourceFiles(of.profile, of.history.sources)}; }},
    View{"groups", [](const ViewSource& of) { return Tables{groupTable(of.profile, of.metrics)}; }},
    View{"phases",
         [](const ViewSource& of) { return Tables{phaseTable(of.profile, of.metrics, false)}; }},
    View{"io", [](const ViewSource& of) { return ioTables(of.profile); }},
    View{"memory", [](const ViewSource& of) { return Tables{memoryTable(of.profile)}; }},
    View{"instances",
         [](const ViewSource& of) { return Tables{phaseTable(of.profile, of.metrics, true)}; }},
    View{"threads",
         [](const ViewSource& of) {
             return Tables{threadTable(of.profile, of.metrics, of.withLibraries)};
         }},
    View{"events", [](const ViewSource& of) { return Tables{eventTable(of.profile)}; }},
    View{"messages", [](const ViewSource& of) { return messageTables(of.profile); }},
    View{"states", [](const ViewSource& of) { return Tables{stateTable(of.profile, of.rules)}; }},
    View{"ranks", [](const ViewSource& of) { return Tables{rankTable(of.profile, of.metrics)}; }},
    View{"changes", [](const ViewSource& of) { return Tables{changeTable(of.history.changes)}; }},
    View{"decisions", [](const ViewSource& of) {
             return Tables{decisionTable(of.history.decisions, Moment::SinceBegin)};
         }}};

}  // namespace

const std::vector<std::string>& viewNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        all.reserve(kViews.size());
        for (const View& view : kViews) {
            all.emplace_back(view.name);
        }
        return all;
    }();
    return names;
}

bool isOfHistory(const std::string& view) {
    return view == "changes" || view == "decisions";
}

std::vector<std::string> usualViews(const Profile& profile, const StateRules& rules,
                                    bool forPeople) {
    std::vector<std::string> views{"flat"};
    if (!forPeople) {
        return views;
    }
    // Such as an imported log of file accesses.
    if (profile.threads.empty() && !ioTables(profile).empty()) {
        return {"io"};
    }
    if (profile.ranks) {
        views.emplace_back("ranks");
    }
    if (!stateText(profile, rules).empty()) {
        views.emplace_back("states");
    }
    if (!profile.events.empty()) {
        views.emplace_back("events");
    }
    views.emplace_back("threads");
    return views;
}

std::vector<ReportTable> viewTables(const std::string& view, const ViewSource& source) {
    const auto* const found = std::find_if(kViews.begin(), kViews.end(),
                                           [&](const View& known) { return view == known.name; });
    if (found == kViews.end()) {
        throw std::invalid_argument("there is no view '" + view + "'");
    }
    return found->tables(source);
}

}  // namespace gantry::perf
