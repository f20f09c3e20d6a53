#include <base/files/FolderList.hpp>

#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace gantry::base {

std::vector<std::filesystem::path> folderList(const std::string& text) {
    std::vector<std::filesystem::path> folders;
    std::istringstream stream(text);
    for (std::string folder; std::getline(stream, folder, ':');) {
        if (!folder.empty()) {
            folders.emplace_back(folder);
        }
    }
    return folders;
}

std::vector<std::filesystem::path> existingFolders(const std::string& text,
                                                   const std::string& what) {
    std::vector<std::filesystem::path> folders = folderList(text);
    for (const std::filesystem::path& folder : folders) {
        std::error_code error;
        if (!std::filesystem::is_directory(folder, error)) {
            throw std::invalid_argument("there is no folder '" + folder.string() +
                                        "'; name folders with " + what + ", separated by ':'");
        }
    }
    return folders;
}

std::vector<std::filesystem::path> foldersOfVariable(const char* variable) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets variables meanwhile
    const char* const folders = std::getenv(variable);
    return folderList(folders != nullptr ? folders : "");
}

}  // namespace gantry::base
