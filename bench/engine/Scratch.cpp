#include "Scratch.hpp"

#include <fstream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

namespace gantry::bench {

namespace {

// Where segments are by default.
std::filesystem::path segmentPlace() {
    std::filesystem::path memory = "/dev/shm";
    std::error_code ignored;
    return std::filesystem::is_directory(memory, ignored) ? memory
                                                          : std::filesystem::temp_directory_path();
}

}  // namespace

Scratch::Scratch() : folder_("gantry-bench", segmentPlace()) {}

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
