#include <perf/analysis/ModuleTable.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

std::int64_t valueOf(const ModuleRecords& module, const ModuleRecord& record, const char* field) {
    const auto place = fieldOf(module, field);
    return place ? record.values[*place] : 0;
}

}  // namespace

ReportTable memoryTable(const Profile& profile) {
    ReportTable table{"memory", "call path", {}, {}, {}, 0};
    table.columns = {{"allocated", "allocated", "B"},
                     {"blocks", "blocks", ""},
                     {"peak", "peak", "B"},
                     {"live", "not freed", "B"},
                     {"failures", "failures", "", ReportColumn::Shown::ToPrograms},
                     {"samples", "samples", "", ReportColumn::Shown::ToPrograms},
                     {"path", "where", ""}};
    for (const ModuleRecords& module : profile.modules) {
        if (!fieldOf(module, "allocated_bytes")) {
            continue;
        }
        for (const ModuleRecord& record : reducedByName(module)) {
            const auto value = [&](const char* field) { return valueOf(module, record, field); };
            table.rows.push_back({value("allocated_bytes"), value("allocated_blocks"),
                                  value("peak_bytes"),
                                  std::max<std::int64_t>(0, value("live_bytes")), value("failures"),
                                  value("samples"), record.name});
        }
    }
    sortRows(table, "allocated");
    // All of it first, although stacks are estimates and may be more together.
    std::stable_partition(table.rows.begin(), table.rows.end(), [](const auto& row) {
        return std::get<std::string>(row.back()) == "(all)";
    });
    return table;
}

}  // namespace gantry::perf
