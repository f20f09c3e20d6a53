#include "Environment.hpp"

#include <cstring>
#include <unistd.h>

namespace gantry::programs {

namespace {

constexpr char kPreload[] = "LD_PRELOAD=";
constexpr char kMeasure[] = "GANTRY_MEASURE=";
constexpr char kLibrary[] = "/libgantry.so";

// Null where the entry is of another variable.
template <unsigned long Size>
const char* valueIn(const char* entry, const char (&variable)[Size]) noexcept {
    constexpr unsigned long kLength = Size - 1;
    return std::strncmp(entry, variable, kLength) == 0 ? entry + kLength : nullptr;
}

}  // namespace

char* const* ownEnvironment() noexcept {
    return ::environ;
}

bool isMeasured(char* const* environment) noexcept {
    bool isLoaded = false;
    bool isAsked = false;
    for (; environment != nullptr && *environment != nullptr; ++environment) {
        if (const char* const libraries = valueIn(*environment, kPreload)) {
            isLoaded = std::strstr(libraries, kLibrary) != nullptr;
        } else if (const char* const asked = valueIn(*environment, kMeasure)) {
            isAsked = std::strcmp(asked, "") != 0 && std::strcmp(asked, "0") != 0;
        }
    }
    return isLoaded && isAsked;
}

}  // namespace gantry::programs
