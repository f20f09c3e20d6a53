#include <perf/analysis/ModuleReport.hpp>
#include <perf/page/ModuleData.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "PageTable.hpp"
#include "ProfileColumns.hpp"

namespace gantry::perf {

namespace {

constexpr std::size_t kMostModules = 64;
constexpr std::size_t kMostRecords = 1000;
// Of all modules together.
constexpr std::size_t kMostValues = 100'000;
constexpr std::size_t kMostBytesOfNames = std::size_t{256} << 10U;

// By which records are large: time, as far as it can be added up, otherwise the first field.
std::vector<std::size_t> weighingFields(const ModuleRecords& module) {
    std::vector<std::size_t> places;
    for (std::size_t f = 0; f < module.fields.size(); ++f) {
        if (module.fields[f].unit == "ns" && module.fields[f].reduction == Reduction::Sum) {
            places.push_back(f);
        }
    }
    if (places.empty() && !module.fields.empty()) {
        places.push_back(0);
    }
    return places;
}

// Floating, as an archive may come from anywhere and its sums must not overflow.
double weightOf(const ModuleRecord& record, const std::vector<std::size_t>& places) {
    return std::accumulate(places.begin(), places.end(), 0.0, [&](double sum, std::size_t place) {
        return sum + static_cast<double>(record.values[place]);
    });
}

std::vector<ModuleRecord> largestFirst(const ModuleRecords& module) {
    std::vector<ModuleRecord> records = reducedByName(module);
    const std::vector<std::size_t> places = weighingFields(module);
    std::stable_sort(records.begin(), records.end(), [&](const auto& a, const auto& b) {
        return weightOf(a, places) > weightOf(b, places);
    });
    return records;
}

// How many processes have a record of each name; those of no single process count as one.
std::map<std::string_view, std::size_t> processesOf(const ModuleRecords& module) {
    std::map<std::string_view, std::set<std::int32_t>> processes;
    for (const ModuleRecord& record : module.records) {
        processes[record.name].insert(record.process);
    }
    std::map<std::string_view, std::size_t> counts;
    for (const auto& [name, of] : processes) {
        counts[name] = of.size();
    }
    return counts;
}

Json fieldsJson(const ModuleRecords& module) {
    Json fields = Json::array();
    for (const ModuleField& field : module.fields) {
        fields.push_back(
            {pageText(field.name), pageText(field.unit), std::string(nameOf(field.reduction))});
    }
    return fields;
}

// A column for each field; empty where all values are 0, as most are.
Json valuesJson(const ModuleRecords& module, const std::vector<ModuleRecord>& records) {
    Json columns = Json::array();
    for (std::size_t f = 0; f < module.fields.size(); ++f) {
        Json column = Json::array();
        if (std::any_of(records.begin(), records.end(),
                        [f](const ModuleRecord& record) { return record.values[f] != 0; })) {
            for (const ModuleRecord& record : records) {
                column.push_back(record.values[f]);
            }
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

Json reportJson(const Profile& profile, const std::string& name) {
    try {
        auto report = moduleReport(profile, name);
        if (!report) {
            return nullptr;
        }
        Json notes = Json::array();
        for (const std::string& note : report->notes) {
            notes.push_back(pageText(note));
        }
        return {{"title", pageText(report->title)},
                {"notes", notes},
                {"table", pageTable(std::move(report->table), kMostRecords)}};
    } catch (const std::invalid_argument& error) {
        // It is shown like a module without a report, as `gantry report --module` does.
        return {{"problem", pageText(error.what())}};
    }
}

class Modules final {
public:
    explicit Modules(const Profile& profile) : profile_(profile) {}

    void add(const ModuleRecords& module) {
        if (list_.size() == kMostModules) {
            ++leftOut_;
            return;
        }
        std::vector<ModuleRecord> records = largestFirst(module);
        const std::size_t all = records.size();
        records.resize(fitting(records, module.fields.size()));
        const auto counts = processesOf(module);
        Json names = Json::array();
        Json processes = Json::array();
        for (const ModuleRecord& record : records) {
            names.push_back(pageText(record.name));
            processes.push_back(counts.at(record.name));
        }
        list_.push_back({{"name", pageText(module.name)},
                         {"version", module.version},
                         {"partial", pageText(module.partial)},
                         {"fields", fieldsJson(module)},
                         {"names", names},
                         {"processes", processes},
                         {"values", valuesJson(module, records)},
                         {"leftOut", all - records.size()},
                         {"report", reportJson(profile_, module.name)}});
    }

    Json take() { return {{"list", std::move(list_)}, {"leftOut", leftOut_}}; }

private:
    // Takes the room for them. Fields that are 0 in all records count as well: it is a limit.
    std::size_t fitting(const std::vector<ModuleRecord>& records, std::size_t fields) {
        std::size_t count = 0;
        while (count < records.size() && count < kMostRecords && values_ >= fields &&
               names_ >= records[count].name.size()) {
            values_ -= fields;
            names_ -= records[count].name.size();
            ++count;
        }
        return count;
    }

    const Profile& profile_;
    Json list_ = Json::array();
    std::size_t leftOut_ = 0;
    std::size_t values_ = kMostValues;
    std::size_t names_ = kMostBytesOfNames;
};

}  // namespace

Json moduleData(const Profile& profile) {
    Modules modules(profile);
    for (const ModuleRecords& module : profile.modules) {
        modules.add(module);
    }
    return modules.take();
}

}  // namespace gantry::perf
