#include <perf/segment/ProcessStart.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gantry::perf {

std::uint64_t processStart(pid_t pid) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(pid));
    std::FILE* const file = std::fopen(path, "re");
    if (file == nullptr) {
        return 0;
    }
    char text[1024];
    const std::size_t length = std::fread(text, 1, sizeof text - 1, file);
    std::fclose(file);
    text[length] = '\0';
    // The second field is the program's name in parentheses, which may hold anything.
    const char* at = std::strrchr(text, ')');
    // A process that is dead and not yet waited for still has its number.
    if (at == nullptr || at[1] == '\0' || std::strchr("ZX", at[2]) != nullptr) {
        return 0;
    }
    constexpr int kFieldsBetween = 20;
    for (int field = 0; at != nullptr && field < kFieldsBetween; ++field) {
        at = std::strchr(at + 1, ' ');
    }
    return at == nullptr ? 0 : std::strtoull(at, nullptr, 10);
}

}  // namespace gantry::perf
