#include "ProcessTable.hpp"

#include <cstdint>
#include <string_view>

#include "Rows.hpp"

namespace gantry::perf {

bool hasProcesses(base::Database& database) {
    return database.number("SELECT count(*) FROM checksum WHERE object = 'process'") > 0;
}

void writeProcesses(base::Database& database, const Profile& profile) {
    base::Statement rows = database.prepare("INSERT INTO process VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < profile.processes.size(); ++i) {
        const ProcessInfo& process = profile.processes[i];
        rows.bind(0, i);
        rows.bind(1, std::string_view(process.run));
        rows.bind(2, std::string_view(process.host));
        rows.bind(3, std::string_view(process.bootId));
        if (process.pid > 0) {
            rows.bind(4, process.pid);
        } else {
            rows.bind(4, nullptr);
        }
        if (process.rank >= 0) {
            rows.bind(5, process.rank);
            rows.bind(6, process.size);
        } else {
            rows.bind(5, nullptr);
            rows.bind(6, nullptr);
        }
        rows.runToEnd();
    }
}

void readProcesses(base::Database& database, const std::filesystem::path& path, Profile& profile) {
    if (!hasProcesses(database)) {
        return;
    }
    Rows rows(database, path, "process", "run, host, boot_id, pid, rank, size, id", "id");
    while (rows.next()) {
        // The id is the place in the list, to which threads refer.
        if (rows.whole<std::size_t>(6) != profile.processes.size()) {
            rows.fail(6, "numbers from 0 without a gap");
        }
        ProcessInfo& process = profile.processes.emplace_back();
        process.run = rows.text(0);
        process.host = rows.text(1);
        process.bootId = rows.text(2);
        process.pid = rows.isNull(3) ? 0 : rows.whole(3);
        if (!rows.isNull(4)) {
            process.rank = rows.whole<std::int32_t>(4);
            process.size = rows.isNull(5) ? 0 : rows.whole<std::uint32_t>(5);
        }
        if (process.pid < 0 || process.rank < -1) {
            rows.fail(process.pid < 0 ? 3 : 4, "0 or more");
        }
    }
}

}  // namespace gantry::perf
