#include <perf/archive/Archive.hpp>
#include <perf/runs/RunFile.hpp>
#include <server/live/EndedArchive.hpp>

#include <algorithm>
#include <exception>
#include <string>
#include <system_error>

namespace gantry::server {

namespace {

// What is not known may be anything.
bool isAs(const std::string& wanted, const std::string& found) {
    return wanted.empty() || found == wanted;
}

bool isOf(const perf::ProcessInfo& wanted, const std::filesystem::path& file) {
    try {
        const perf::Profile profile = perf::readProfileFile(file);
        return std::any_of(profile.processes.begin(), profile.processes.end(),
                           [&wanted](const perf::ProcessInfo& found) {
                               return found.pid == wanted.pid && isAs(wanted.run, found.run) &&
                                      isAs(wanted.host, found.host) &&
                                      isAs(wanted.bootId, found.bootId);
                           });
    } catch (const std::exception&) {
        // Another one's, or one that is still being written.
        return false;
    }
}

}  // namespace

std::filesystem::path workingFolderOf(pid_t process) {
    std::error_code error;
    const auto folder =
        std::filesystem::read_symlink("/proc/" + std::to_string(process) + "/cwd", error);
    return error ? std::filesystem::path() : folder;
}

std::optional<std::filesystem::path> archiveOf(const perf::ProcessInfo& process,
                                               const std::filesystem::path& folder,
                                               std::filesystem::file_time_type notBefore) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        std::error_code unknown;
        const auto written = entry.last_write_time(unknown);
        if (entry.path().extension() == ".gantry" && !unknown && written >= notBefore &&
            isOf(process, entry.path())) {
            return entry.path();
        }
    }
    return std::nullopt;
}

}  // namespace gantry::server
