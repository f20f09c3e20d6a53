#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "FileFigures.hpp"

namespace gantry::perf {

namespace {

// The fields of a record that are added up, in the order of the columns.
constexpr std::array<std::string_view, 8> kFields{"opens",      "reads",         "bytes_read",
                                                  "writes",     "bytes_written", "read_time",
                                                  "write_time", "meta_time"};
constexpr std::size_t kFirstTime = 5;

using Sums = std::array<std::int64_t, kFields.size()>;

std::int64_t timeOf(const Sums& sums) {
    std::int64_t all = 0;
    for (std::size_t i = kFirstTime; i < sums.size(); ++i) {
        all += sums[i];
    }
    return all;
}

void addRecords(std::map<std::int32_t, Sums>& processes, const ModuleRecords& module) {
    for (std::size_t i = 0; i < kFields.size(); ++i) {
        const auto place = fieldOf(module, kFields[i]);
        for (const ModuleRecord& record : module.records) {
            if (record.process >= 0) {
                processes[record.process][i] += place ? record.values[*place] : 0;
            }
        }
    }
}

std::map<std::int32_t, Sums> sumsOf(const Profile& profile) {
    std::map<std::int32_t, Sums> processes;
    for (const bool layers : {false, true}) {
        for (const ModuleRecords& module : profile.modules) {
            if (recordsFiles(module) && isLayer(module.name) == layers) {
                addRecords(processes, module);
            }
        }
        if (!processes.empty()) {
            break;
        }
    }
    return processes;
}

}  // namespace

ReportTable ioProcessesTable(const Profile& profile) {
    ReportTable table{"ioProcesses", "process", {}, {}, {}, 0};
    table.columns = {{"process", "process", ""},
                     {"time", "time", "ns"},
                     {"opens", "opens", ""},
                     {"reads", "reads", ""},
                     {"bytesRead", "read", "B"},
                     {"writes", "writes", ""},
                     {"bytesWritten", "written", "B"},
                     {"readTime", "read time", "ns"},
                     {"writeTime", "write time", "ns"},
                     {"metadataTime", "metadata time", "ns"}};
    const std::map<std::int32_t, Sums> processes = sumsOf(profile);
    if (processes.size() < 2) {
        return table;
    }
    std::vector<std::pair<std::int32_t, Sums>> sorted(processes.begin(), processes.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return timeOf(a.second) > timeOf(b.second);
    });
    for (const auto& [process, sums] : sorted) {
        table.rows.push_back({nameOfProcess(profile, process), timeOf(sums)});
        table.rows.back().insert(table.rows.back().end(), sums.begin(), sums.end());
    }
    return table;
}

}  // namespace gantry::perf
