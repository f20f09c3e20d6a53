#include "MemoryReading.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <malloc.h>
#include <string>
#include <sys/resource.h>

namespace performance::native {
namespace {

// The figure in KB after a key of a file in /proc; 0 where it is missing.
double procFigure(const char* path, const std::string& key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key)) {
            return std::strtod(line.c_str() + key.size(), nullptr);
        }
    }
    return 0;
}

}  // namespace

double heapInUse() {
    const struct mallinfo2 heap = ::mallinfo2();
    // In arenas and in mappings of their own.
    return static_cast<double>(heap.uordblks + heap.hblkhd) / 1024;
}

double memoryLeft() {
    double left = procFigure("/proc/meminfo", "MemAvailable:");
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        const double own =
            static_cast<double>(limit.rlim_cur) / 1024 - procFigure("/proc/self/status", "VmSize:");
        // What the process may still map, where that is less than what the machine has.
        left = std::clamp(own, 0.0, left);
    }
    return left / 1024;
}

}  // namespace performance::native
