#include "ComponentPath.hpp"

#include <cstdlib>
#include <sstream>

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
    append(path, std::getenv("GANTRY_COMPONENT_PATH"));
    append(path, std::getenv("CCA_COMPONENT_PATH"));
    path.push_back(programFolder().parent_path() / "lib" / "gantry");
    return path;
}

}  // namespace gantry::tools
