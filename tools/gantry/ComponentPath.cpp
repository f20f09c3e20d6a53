#include "ComponentPath.hpp"

#include <cstdlib>
#include <sstream>
#include <system_error>

#include "OptionParser.hpp"
#include "ProgramFolder.hpp"

namespace gantry::tools {

namespace {

void append(std::vector<std::filesystem::path>& path, const char* folders) {
    std::istringstream stream(folders ? folders : "");
    for (std::string folder; std::getline(stream, folder, ':');) {
        if (!folder.empty()) {
            path.emplace_back(folder);
        }
    }
}

}  // namespace

std::vector<std::filesystem::path> componentPath(const std::optional<std::string>& given) {
    std::vector<std::filesystem::path> path;
    append(path, given ? given->c_str() : nullptr);
    for (const std::filesystem::path& folder : path) {
        std::error_code error;
        if (!std::filesystem::is_directory(folder, error)) {
            throw UsageError("--path: there is no folder '" + folder.string() +
                             "'; name folders with components, separated by ':'");
        }
    }
    append(path, std::getenv("GANTRY_COMPONENT_PATH"));
    append(path, std::getenv("CCA_COMPONENT_PATH"));
    path.push_back(programFolder().parent_path() / "lib" / "gantry");
    return path;
}

std::vector<std::filesystem::path> scriptComponentPath(const std::optional<std::string>& given) {
    // What an outer run of another tree has set does not count here.
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread has begun
    ::setenv("GANTRY_PREFIX", programFolder().parent_path().c_str(), 1);
    return componentPath(given);
}

}  // namespace gantry::tools
