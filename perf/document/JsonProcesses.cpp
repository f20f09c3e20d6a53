// Processes and the identity of threads in a JSON profile. All of it is optional: older documents
// lack it.

#include "JsonProcesses.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace gantry::perf {

std::vector<ProcessInfo> readProcesses(const JsonField& field) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    constexpr std::int32_t kMostRank = std::numeric_limits<std::int32_t>::max();
    std::vector<ProcessInfo> processes;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const JsonField json = field[i];
        ProcessInfo& process = processes.emplace_back();
        process.run = json["run"].text();
        process.host = json["host"].text();
        process.bootId = json["bootId"].text();
        process.pid = json["pid"].integer(0, kMost);
        if (const std::optional<JsonField> rank = json.optional("rank")) {
            process.rank = rank->whole(0, kMostRank);
            process.size = json["size"].whole(0U, std::numeric_limits<std::uint32_t>::max());
        }
    }
    return processes;
}

void readIdentity(const JsonField& field, ThreadProfile& thread, std::size_t processes) {
    if (const std::optional<JsonField> process = field.optional("process")) {
        thread.process = static_cast<std::int32_t>(
            process->integer(0, static_cast<std::int64_t>(processes) - 1));
    }
    if (const std::optional<JsonField> role = field.optional("role")) {
        const std::string word = role->text();
        const std::optional<ThreadRole> known = roleFromName(word);
        if (!known) {
            role->fail("expected main, worker or library, found '" + word + "'");
        }
        thread.role = *known;
    }
}

}  // namespace gantry::perf
