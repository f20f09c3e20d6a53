#include "Scratch.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>

namespace gantry::bench {

Scratch::Scratch() {
    // Where segments stand when nobody says otherwise.
    const std::filesystem::path memory = "/dev/shm";
    std::error_code ignored;
    const std::filesystem::path parent = std::filesystem::is_directory(memory, ignored)
                                             ? memory
                                             : std::filesystem::temp_directory_path();
    std::string name = (parent / "gantry-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), name);
    }
    folder_ = name;
}

Scratch::~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

double residentBytes() {
    std::ifstream file("/proc/self/statm");
    double size = 0;
    double resident = 0;
    if (!(file >> size >> resident)) {
        throw std::runtime_error("/proc/self/statm cannot be read");
    }
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

}  // namespace gantry::bench
