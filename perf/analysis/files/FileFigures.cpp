#include "FileFigures.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace gantry::perf {

const std::array<const char*, kAccessSizes> kAccessSizeNames{
    "100B", "1KiB", "10KiB", "100KiB", "1MiB", "4MiB", "10MiB", "100MiB", "1GiB", "above"};

namespace {

// The values of one record by the names of their fields; 0 for a field that there is not.
class NamedValues final {
public:
    NamedValues(const ModuleRecords& module, const ModuleRecord& record)
        : module_(module), record_(record) {}

    std::int64_t operator[](std::string_view name) const {
        const auto place = fieldOf(module_, name);
        return place ? record_.values[*place] : 0;
    }

private:
    const ModuleRecords& module_;
    const ModuleRecord& record_;
};

void addSizes(FileFigures& file, const NamedValues& values) {
    for (std::size_t i = 0; i < kAccessSizes; ++i) {
        const std::string end = i + 1 < kAccessSizes ? std::string("_to_") + kAccessSizeNames[i]
                                                     : std::string("_above_1GiB");
        file.readSizes[i] += values["reads" + end];
        file.writeSizes[i] += values["writes" + end];
    }
}

void addRecord(FileFigures& file, const NamedValues& values) {
    file.opens += values["opens"];
    file.reads += values["reads"];
    file.writes += values["writes"];
    file.bytesRead += values["bytes_read"];
    file.bytesWritten += values["bytes_written"];
    file.syncs += values["syncs"];
    file.maps += values["maps"];
    file.failures += values["failures"];
    file.unaligned += values["unaligned"];
    for (const char* field : {"opens", "closes", "seeks", "stats", "syncs", "maps", "renames",
                              "removals", "truncations", "duplicates", "failures"}) {
        file.meta += values[field];
    }
    file.ranks = std::max(file.ranks, values["ranks"]);
    file.together += values["collective_reads"] + values["collective_writes"] +
                     values["split_reads"] + values["split_writes"];
    file.apart += values["independent_reads"] + values["independent_writes"];
    file.readsOnward += values["reads_onward"];
    file.writesOnward += values["writes_onward"];
    file.adjacent += values["reads_adjacent"] + values["writes_adjacent"];
    file.readNs += values["read_time"];
    file.writeNs += values["write_time"];
    file.metaNs += values["meta_time"];
    file.openNs += values["open_time"];
    addSizes(file, values);
}

}  // namespace

bool recordsFiles(const ModuleRecords& module) {
    return fieldOf(module, "opens") && fieldOf(module, "bytes_read") &&
           fieldOf(module, "read_time");
}

bool isLayer(std::string_view module) {
    return module == "mpiio" || module == "hdf5";
}

std::vector<FileFigures> fileFigures(const Profile& profile) {
    std::vector<FileFigures> files;
    for (const ModuleRecords& module : profile.modules) {
        if (!recordsFiles(module)) {
            continue;
        }
        std::map<std::string_view, std::size_t> placeOf;
        for (const ModuleRecord& record : module.records) {
            const auto [place, isNew] = placeOf.try_emplace(record.name, files.size());
            if (isNew) {
                files.emplace_back();
                files.back().module = module.name;
                files.back().name = record.name;
                files.back().isLayer = isLayer(module.name);
                files.back().knowsOrder = fieldOf(module, "reads_onward").has_value();
            }
            FileFigures& file = files[place->second];
            const NamedValues values(module, record);
            addRecord(file, values);
            // A record of no process is the sum of many: nothing is known of a single one, unless
            // the record itself says it.
            if (record.process >= 0) {
                ++file.processes;
                file.slowestNs =
                    std::max(file.slowestNs,
                             values["read_time"] + values["write_time"] + values["meta_time"]);
            } else if (const std::int64_t slowest = values["slowest_rank_time"]; slowest > 0) {
                file.processes +=
                    static_cast<std::size_t>(std::max<std::int64_t>(values["ranks"], 0));
                file.slowestNs = std::max(file.slowestNs, slowest);
            }
        }
    }
    std::stable_sort(files.begin(), files.end(), [](const FileFigures& a, const FileFigures& b) {
        return a.timeNs() > b.timeNs();
    });
    return files;
}

}  // namespace gantry::perf
