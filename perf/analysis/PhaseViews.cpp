#include <perf/analysis/ProfileLines.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/model/PhaseValues.hpp>

#include <string>
#include <utility>

#include "MetricColumns.hpp"

namespace gantry::perf {

namespace {

using Shown = ReportColumn::Shown;

constexpr const char* kNoPhase = "(none)";

std::string nameOf(const Profile& profile, std::int32_t timer) {
    return timer < 0 ? std::string() : shownName(profile.timers[static_cast<std::size_t>(timer)]);
}

// "NAME [ instance = 3 ]" without the name.
std::string partOf(const Profile& profile, const PhaseRecord& record) {
    const std::string name = nameOf(profile, record.instance);
    const std::string phase = nameOf(profile, record.phase);
    return name.starts_with(phase + ' ') ? name.substr(phase.size() + 1) : name;
}

}  // namespace

ReportTable phaseTable(const Profile& profile, const ShownMetrics& metrics, bool byInstance) {
    ReportTable table{byInstance ? "instances" : "phases", "phase", {}, {}, {}, 0};
    table.columns = {{"phase", "phase", ""},
                     {"instance", "instance", "", Shown::WhenUsed},
                     {"component", "component", "", Shown::WhenUsed},
                     {"class", "class", "", Shown::WhenUsed},
                     {"method", "method", ""},
                     {"running", "running", "", Shown::WhenUsed},
                     {"calls", "calls", ""},
                     {"childCalls", "child calls", "", Shown::ToPrograms}};
    addMetricColumns(table, profile, metrics);
    const double total = totalOf(profile, metrics.front());
    for (const PhaseRecord& record : phaseValues(profile, byInstance)) {
        const ProfileLine names = lineOf(profile.timers[record.timer]);
        std::vector<ReportValue> row{
            record.phase < 0 ? std::string(kNoPhase) : nameOf(profile, record.phase),
            partOf(profile, record),
            names.component,
            names.type,
            names.method,
            record.running,
            static_cast<std::int64_t>(record.calls),
            static_cast<std::int64_t>(record.childCalls)};
        addMetricValues(row, record.inclusive, record.exclusive, metrics, total);
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace gantry::perf
