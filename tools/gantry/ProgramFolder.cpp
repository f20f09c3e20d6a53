#include "ProgramFolder.hpp"

namespace gantry::tools {

std::filesystem::path programFolder() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

}  // namespace gantry::tools
