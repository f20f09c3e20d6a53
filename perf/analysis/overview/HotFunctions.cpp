#include <perf/analysis/Overview.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/SampledMetric.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace gantry::perf {

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
            // A timer has a class in place of a file, and is known by its group.
            const std::string& file = record.calls == 0 ? record.info.type : record.info.group;
            auto& [own, whole] = functions[{record.info.name, file}];
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
