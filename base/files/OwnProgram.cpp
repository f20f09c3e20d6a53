#include <base/files/OwnProgram.hpp>

#include <cstdlib>
#include <sstream>
#include <system_error>

namespace gantry::base {

std::filesystem::path ownProgram() {
    return std::filesystem::read_symlink("/proc/self/exe");
}

std::filesystem::path ownProgramFolder() {
    return ownProgram().parent_path();
}

std::string ownProgramWord() {
    const std::filesystem::path program = ownProgram();
    const char* const path =
        std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nobody sets variables here
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

}  // namespace gantry::base
