#include <perf/analysis/Overview.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Operation.hpp>
#include <perf/model/SampledMetric.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace gantry::perf {

namespace {

// A timer has a class in place of a file, and is known by its place in the source or its group.
std::string fileOf(const TimerRecord& record) {
    if (record.calls == 0) {
        return record.info.type;
    }
    const std::optional<SourceLocation> place = sourceOf(record.info.name);
    return place
               ? place->file.substr(place->file.rfind('/') + 1) + ':' + std::to_string(place->line)
               : record.info.group;
}

}  // namespace

ReportTable hotFunctions(const Profile& profile) {
    ReportTable table{"functions", "function", {}, {}, {}, 0};
    table.columns = {{"function", "function", ""},
                     {"file", "file", ""},
                     {"own", "own", "%"},
                     {"whole", "with calls", "%"}};
    const auto metric = sampledMetric(profile);
    if (!metric) {
        return table;
    }
    double all = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            all += node.parent < 0 ? static_cast<double>(node.inclusive[*metric]) : 0;
        }
    }
    // One function of several programs is one.
    std::map<std::pair<std::string, std::string>, std::pair<double, double>> functions;
    for (const TimerRecord& record : flat(profile)) {
        if (record.exclusive[*metric] > 0 && all > 0) {
            auto& [own, whole] =
                functions[{std::string(withoutSource(record.info.name)), fileOf(record)}];
            own += 100 * static_cast<double>(record.exclusive[*metric]) / all;
            whole += 100 * static_cast<double>(record.inclusive[*metric]) / all;
        }
    }
    for (const auto& [function, shares] : functions) {
        table.rows.push_back({function.first, function.second, shares.first, shares.second});
    }
    sortRows(table, "own");
    return table;
}

}  // namespace gantry::perf
