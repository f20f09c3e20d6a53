#include "ToolVariable.hpp"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace gantry::kokkos {

namespace {

constexpr const char* kOlder = "KOKKOS_PROFILE_LIBRARY";
constexpr const char* kNewer = "KOKKOS_TOOLS_LIBS";

// Kokkos::Tools::initialize took the name of the library before it took arguments.
bool isOlderKokkos() noexcept {
    constexpr const char* kInitialize =
        "_ZN6Kokkos5Tools10initializeERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";
    return ::dlsym(RTLD_DEFAULT, kInitialize) != nullptr;
}

}  // namespace

void setToolVariable() noexcept {
    Dl_info self{};
    if (!isOlderKokkos() || ::dladdr(reinterpret_cast<const void*>(&setToolVariable), &self) == 0 ||
        self.dli_fname == nullptr) {
        return;
    }
    // Another tool of the user's is in it otherwise.
    const char* const newer = std::getenv(kNewer);
    if (newer == nullptr || std::strcmp(newer, self.dli_fname) == 0) {
        ::setenv(kOlder, self.dli_fname, 0);
    }
}

}  // namespace gantry::kokkos
