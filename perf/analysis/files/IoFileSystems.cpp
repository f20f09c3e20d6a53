#include <perf/model/FileSystems.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "FileFigures.hpp"

namespace gantry::perf {

namespace {

struct Sums {
    std::string type;
    std::int64_t files = 0, opens = 0, reads = 0, writes = 0, bytesRead = 0, bytesWritten = 0;
    std::int64_t readNs = 0, writeNs = 0, metaNs = 0;

    [[nodiscard]] std::int64_t timeNs() const { return readNs + writeNs + metaNs; }
};

void add(Sums& sums, const FileFigures& file) {
    sums.files += 1;
    sums.opens += file.opens;
    sums.reads += file.reads;
    sums.writes += file.writes;
    sums.bytesRead += file.bytesRead;
    sums.bytesWritten += file.bytesWritten;
    sums.readNs += file.readNs;
    sums.writeNs += file.writeNs;
    sums.metaNs += file.metaNs;
}

}  // namespace

std::string fileSystemOf(const FileSystems& systems, const std::string& name) {
    if (!name.starts_with('/')) {
        return "(no path)";
    }
    const FileSystem* const system = systems.of(name);
    return system == nullptr ? "(unknown)" : system->folder;
}

ReportTable ioFileSystemsTable(const FileSystems& systems, const std::vector<FileFigures>& files) {
    ReportTable table{"ioFileSystems", "file system", {}, {}, {}, 0};
    table.columns = {{"fileSystem", "file system", ""},
                     {"type", "type", ""},
                     {"files", "names", ""},
                     {"time", "time", "ns"},
                     {"opens", "opens", "", ReportColumn::Shown::ToPrograms},
                     {"reads", "reads", "", ReportColumn::Shown::ToPrograms},
                     {"bytesRead", "read", "B"},
                     {"writes", "writes", "", ReportColumn::Shown::ToPrograms},
                     {"bytesWritten", "written", "B"},
                     {"readTime", "read time", "ns"},
                     {"writeTime", "write time", "ns"},
                     {"metadataTime", "metadata time", "ns"}};
    if (systems.empty()) {
        return table;
    }
    const bool onlyLayers = std::all_of(files.begin(), files.end(),
                                        [](const FileFigures& file) { return file.isLayer; });
    std::map<std::string, Sums> byFolder;
    for (const FileFigures& file : files) {
        if (!file.isLayer || onlyLayers) {
            const FileSystem* const system = systems.of(file.name);
            Sums& sums = byFolder[fileSystemOf(systems, file.name)];
            sums.type = system == nullptr ? "" : system->type;
            add(sums, file);
        }
    }
    std::vector<std::pair<std::string, Sums>> sorted(byFolder.begin(), byFolder.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.second.timeNs() > b.second.timeNs();
    });
    for (const auto& [folder, sums] : sorted) {
        table.rows.push_back({folder, sums.type, sums.files, sums.timeNs(), sums.opens, sums.reads,
                              sums.bytesRead, sums.writes, sums.bytesWritten, sums.readNs,
                              sums.writeNs, sums.metaNs});
    }
    return table;
}

}  // namespace gantry::perf
