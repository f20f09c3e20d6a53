#include "ProgramFolder.hpp"

#include <cstdlib>
#include <sstream>
#include <system_error>

namespace gantry::tools {

std::filesystem::path programFolder() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

std::string programWord() {
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::filesystem::path found = std::filesystem::path(folder) / program.filename();
        std::error_code error;
        if (std::filesystem::exists(found, error)) {
            return std::filesystem::equivalent(found, program, error) ? program.filename().string()
                                                                      : program.string();
        }
    }
    return program.string();
}

}  // namespace gantry::tools
