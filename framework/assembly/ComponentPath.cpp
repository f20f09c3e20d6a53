#include <framework/ComponentPath.hpp>

#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace gantry::framework {

namespace {

void append(std::vector<std::filesystem::path>& path, const std::string& folders) {
    std::istringstream stream(folders);
    for (std::string folder; std::getline(stream, folder, ':');) {
        if (!folder.empty()) {
            path.emplace_back(folder);
        }
    }
}

}  // namespace

std::vector<std::filesystem::path> componentPath(const std::string& given,
                                                 const std::filesystem::path& installed) {
    std::vector<std::filesystem::path> path;
    append(path, given);
    for (const std::filesystem::path& folder : path) {
        std::error_code error;
        if (!std::filesystem::is_directory(folder, error)) {
            throw std::invalid_argument("there is no folder '" + folder.string() +
                                        "'; name folders with components, separated by ':'");
        }
    }
    for (const char* const variable : {"GANTRY_COMPONENT_PATH", "CCA_COMPONENT_PATH"}) {
        const char* const folders =
            std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nobody sets variables here
        append(path, folders != nullptr ? folders : "");
    }
    path.push_back(installed);
    return path;
}

}  // namespace gantry::framework
