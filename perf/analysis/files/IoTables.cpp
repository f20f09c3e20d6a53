#include <perf/analysis/ModuleTable.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "FileFigures.hpp"

namespace gantry::perf {

namespace {

// All files of a module as one.
FileFigures totalOf(const std::vector<FileFigures>& files, const std::string& module) {
    FileFigures all;
    for (const FileFigures& file : files) {
        if (file.module == module) {
            all.opens += file.opens;
            all.reads += file.reads;
            all.bytesRead += file.bytesRead;
            all.writes += file.writes;
            all.bytesWritten += file.bytesWritten;
            all.meta += file.meta;
            all.readNs += file.readNs;
            all.writeNs += file.writeNs;
            all.metaNs += file.metaNs;
            all.openNs += file.openNs;
            all.readsOnward += file.readsOnward;
            all.writesOnward += file.writesOnward;
            all.adjacent += file.adjacent;
            all.unaligned += file.unaligned;
            all.knowsOrder = file.knowsOrder;
        }
    }
    return all;
}

// Not a number where there are no accesses, or nobody knows their places.
double percentOfAccesses(const FileFigures& file, std::int64_t part) {
    const std::int64_t all = file.reads + file.writes;
    return all > 0 && file.knowsOrder ? 100.0 * static_cast<double>(part) / static_cast<double>(all)
                                      : std::numeric_limits<double>::quiet_NaN();
}

// How accesses follow each other and where they begin; and how long opening took.
const std::vector<ReportColumn>& orderColumns() {
    constexpr auto kToPrograms = ReportColumn::Shown::ToPrograms;
    static const std::vector<ReportColumn> columns{{"openTime", "open time", "ns", kToPrograms},
                                                   {"onward", "sequential", "%", kToPrograms},
                                                   {"adjacent", "consecutive", "%", kToPrograms},
                                                   {"unaligned", "unaligned", "%", kToPrograms}};
    return columns;
}

void addOrder(std::vector<ReportValue>& row, const FileFigures& file) {
    row.emplace_back(file.openNs);
    row.emplace_back(percentOfAccesses(file, file.readsOnward + file.writesOnward));
    row.emplace_back(percentOfAccesses(file, file.adjacent));
    row.emplace_back(percentOfAccesses(file, file.unaligned));
}

void addColumns(ReportTable& table, const std::vector<ReportColumn>& columns) {
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
}

ReportTable totalsTable(const Profile& profile, const std::vector<FileFigures>& files) {
    ReportTable table{"io", "module", {}, {}, {}, 0};
    table.columns = {{"module", "module", ""},
                     {"files", "names", ""},
                     {"opens", "opens", ""},
                     {"reads", "reads", ""},
                     {"bytesRead", "read", "B"},
                     {"writes", "writes", ""},
                     {"bytesWritten", "written", "B"},
                     {"metadata", "metadata", ""},
                     {"readTime", "read time", "ns"},
                     {"writeTime", "write time", "ns"},
                     {"metadataTime", "metadata time", "ns"},
                     {"missing", "missing", "", ReportColumn::Shown::WhenUsed}};
    addColumns(table, orderColumns());
    for (const ModuleRecords& module : profile.modules) {
        const auto count = std::count_if(files.begin(), files.end(), [&](const FileFigures& file) {
            return file.module == module.name;
        });
        if (count > 0) {
            const FileFigures all = totalOf(files, module.name);
            table.rows.push_back({module.name, static_cast<std::int64_t>(count), all.opens,
                                  all.reads, all.bytesRead, all.writes, all.bytesWritten, all.meta,
                                  all.readNs, all.writeNs, all.metaNs, module.partial});
            addOrder(table.rows.back(), all);
        }
    }
    return table;
}

ReportTable filesTable(const FileSystems& systems, const std::vector<FileFigures>& files) {
    ReportTable table{"ioFiles", "file", {}, {}, {}, 0};
    table.columns = {{"file", "file", ""},
                     {"module", "module", ""},
                     {"processes", "processes", "", ReportColumn::Shown::ToPrograms},
                     {"time", "time", "ns"},
                     {"opens", "opens", ""},
                     {"reads", "reads", ""},
                     {"bytesRead", "read", "B"},
                     {"writes", "writes", ""},
                     {"bytesWritten", "written", "B"},
                     {"metadata", "metadata", ""},
                     {"readTime", "read time", "ns", ReportColumn::Shown::ToPrograms},
                     {"writeTime", "write time", "ns", ReportColumn::Shown::ToPrograms},
                     {"metadataTime", "metadata time", "ns", ReportColumn::Shown::ToPrograms},
                     {"slowestProcess", "slowest", "ns", ReportColumn::Shown::ToPrograms}};
    addColumns(table, orderColumns());
    addColumns(table, {{"fileSystem", "file system", "", ReportColumn::Shown::ToPrograms}});
    for (const FileFigures& file : files) {
        table.rows.push_back({file.name, file.module, static_cast<std::int64_t>(file.processes),
                              file.timeNs(), file.opens, file.reads, file.bytesRead, file.writes,
                              file.bytesWritten, file.meta, file.readNs, file.writeNs, file.metaNs,
                              file.slowestNs});
        addOrder(table.rows.back(), file);
        table.rows.back().emplace_back(fileSystemOf(systems, file.name));
    }
    return table;
}

ReportTable accessSizesTable(const std::vector<FileFigures>& files) {
    ReportTable table{"ioSizes", "size", {}, {}, {}, 0};
    const bool onlyLayers = std::all_of(files.begin(), files.end(),
                                        [](const FileFigures& file) { return file.isLayer; });
    table.columns = {{"upTo", "up to", ""}, {"reads", "reads", ""}, {"writes", "writes", ""}};
    for (std::size_t i = 0; i < kAccessSizes; ++i) {
        std::int64_t reads = 0;
        std::int64_t writes = 0;
        for (const FileFigures& file : files) {
            // Each access once: those of a layer are also among those below it.
            if (!file.isLayer || onlyLayers) {
                reads += file.readSizes[i];
                writes += file.writeSizes[i];
            }
        }
        if (reads + writes > 0) {
            table.rows.push_back({std::string(kAccessSizeNames[i]), reads, writes});
        }
    }
    return table;
}

ReportTable findingsTable(const std::vector<FileFigures>& files) {
    ReportTable table{"ioFindings", "finding", {}, {}, {}, 0};
    table.columns = {{"rule", "finding", ""},
                     {"file", "file", "", ReportColumn::Shown::WhenUsed},
                     {"evidence", "evidence", ""},
                     {"advice", "advice", ""},
                     {"module", "module", "", ReportColumn::Shown::ToPrograms},
                     {"time", "time", "ns", ReportColumn::Shown::ToPrograms},
                     {"bytes", "bytes", "B", ReportColumn::Shown::ToPrograms}};
    for (IoFinding& finding : ioFindings(files)) {
        table.rows.push_back({std::move(finding.rule), std::move(finding.file),
                              std::move(finding.evidence), std::move(finding.advice),
                              std::move(finding.module), finding.timeNs, finding.bytes});
    }
    return table;
}

}  // namespace

std::vector<ReportTable> ioTables(const Profile& profile) {
    const std::vector<FileFigures> files = fileFigures(profile);
    if (files.empty()) {
        return {};
    }
    const FileSystems systems(profile);
    std::vector<ReportTable> tables{totalsTable(profile, files), filesTable(systems, files),
                                    accessSizesTable(files), findingsTable(files)};
    if (ReportTable bySystem = ioFileSystemsTable(systems, files); !bySystem.rows.empty()) {
        tables.push_back(std::move(bySystem));
    }
    if (ReportTable shared = sharedFilesTable(profile, files); !shared.rows.empty()) {
        tables.push_back(std::move(shared));
    }
    if (ReportTable processes = ioProcessesTable(profile); !processes.rows.empty()) {
        tables.push_back(std::move(processes));
    }
    if (ReportTable overlap = ioOverlapTable(profile); !overlap.rows.empty()) {
        tables.push_back(std::move(overlap));
    }
    tables.push_back(ioMapTable(profile));
    return tables;
}

ReportTable moduleTable(const Profile& profile, const std::string& name) {
    ReportTable table{"module", "value", {}, {}, {}, 0};
    table.columns = {
        {"name", "name", ""},   {"process", "process", "", ReportColumn::Shown::ToPrograms},
        {"field", "field", ""}, {"value", "value", ""},
        {"unit", "unit", ""},   {"reduction", "reduction", "", ReportColumn::Shown::ToPrograms}};
    std::string known;
    bool found = false;
    for (const ModuleRecords& module : profile.modules) {
        known += (known.empty() ? "" : ", ") + module.name;
        found = found || module.name == name;
        for (const ModuleRecord& record : module.records) {
            for (std::size_t f = 0; module.name == name && f < module.fields.size(); ++f) {
                if (record.values[f] != 0) {
                    table.rows.push_back({record.name, static_cast<std::int64_t>(record.process),
                                          module.fields[f].name, record.values[f],
                                          module.fields[f].unit,
                                          std::string(nameOf(module.fields[f].reduction))});
                }
            }
        }
    }
    if (!found) {
        throw std::invalid_argument("no module '" + name + "' recorded anything; there are: " +
                                    (known.empty() ? "none" : known));
    }
    return table;
}

}  // namespace gantry::perf
