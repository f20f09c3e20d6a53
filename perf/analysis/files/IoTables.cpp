#include <perf/analysis/ModuleTable.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "FileFigures.hpp"

namespace gantry::perf {

namespace {

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
    for (const ModuleRecords& module : profile.modules) {
        FileFigures all;
        std::int64_t count = 0;
        for (const FileFigures& file : files) {
            if (file.module == module.name) {
                ++count;
                all.opens += file.opens;
                all.reads += file.reads;
                all.bytesRead += file.bytesRead;
                all.writes += file.writes;
                all.bytesWritten += file.bytesWritten;
                all.meta += file.meta;
                all.readNs += file.readNs;
                all.writeNs += file.writeNs;
                all.metaNs += file.metaNs;
            }
        }
        if (count > 0) {
            table.rows.push_back({module.name, count, all.opens, all.reads, all.bytesRead,
                                  all.writes, all.bytesWritten, all.meta, all.readNs, all.writeNs,
                                  all.metaNs, module.partial});
        }
    }
    return table;
}

// Not a number where there are no accesses, or nobody knows their places.
double percentOfAccesses(const FileFigures& file, std::int64_t part) {
    const std::int64_t all = file.reads + file.writes;
    return all > 0 && file.knowsOrder ? 100.0 * static_cast<double>(part) / static_cast<double>(all)
                                      : std::numeric_limits<double>::quiet_NaN();
}

ReportTable filesTable(const std::vector<FileFigures>& files) {
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
                     {"slowestProcess", "slowest", "ns", ReportColumn::Shown::ToPrograms},
                     {"onward", "sequential", "%", ReportColumn::Shown::ToPrograms},
                     {"adjacent", "consecutive", "%", ReportColumn::Shown::ToPrograms},
                     {"unaligned", "unaligned", "%", ReportColumn::Shown::ToPrograms}};
    for (const FileFigures& file : files) {
        table.rows.push_back(
            {file.name, file.module, static_cast<std::int64_t>(file.processes), file.timeNs(),
             file.opens, file.reads, file.bytesRead, file.writes, file.bytesWritten, file.meta,
             file.readNs, file.writeNs, file.metaNs, file.slowestNs,
             percentOfAccesses(file, file.readsOnward + file.writesOnward),
             percentOfAccesses(file, file.adjacent), percentOfAccesses(file, file.unaligned)});
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
    std::vector<ReportTable> tables{totalsTable(profile, files), filesTable(files),
                                    accessSizesTable(files), findingsTable(files)};
    if (ReportTable shared = sharedFilesTable(profile, files); !shared.rows.empty()) {
        tables.push_back(std::move(shared));
    }
    if (ReportTable processes = ioProcessesTable(profile); !processes.rows.empty()) {
        tables.push_back(std::move(processes));
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
