#include "FunctorName.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>

namespace gantry::kokkos {

// Only local types and those in namespaces: a shorter code, such as "i", may be a label as well.
bool functorName(const char* name, char* text, std::size_t size) noexcept {
    constexpr std::size_t kShortest = 6;
    if ((*name != 'N' && *name != 'Z') || std::strlen(name) < kShortest) {
        return false;
    }
    int status = 0;
    char* const decoded = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    if (status == 0 && decoded != nullptr) {
        (void)std::snprintf(text, size, "%s", decoded);
    }
    std::free(decoded);  // NOLINT(cppcoreguidelines-no-malloc): as __cxa_demangle wants it
    return status == 0 && decoded != nullptr;
}

}  // namespace gantry::kokkos
