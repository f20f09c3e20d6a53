#include <base/files/FolderList.hpp>
#include <framework/ComponentPath.hpp>

namespace gantry::framework {

std::vector<std::filesystem::path> componentPath(const std::string& given,
                                                 const std::filesystem::path& installed) {
    std::vector<std::filesystem::path> path = base::existingFolders(given, "components");
    for (const char* const variable : {"GANTRY_COMPONENT_PATH", "CCA_COMPONENT_PATH"}) {
        for (std::filesystem::path& folder : base::foldersOfVariable(variable)) {
            path.push_back(std::move(folder));
        }
    }
    path.push_back(installed);
    return path;
}

}  // namespace gantry::framework
