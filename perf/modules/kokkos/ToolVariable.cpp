#include "ToolVariable.hpp"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace gantry::kokkos {

namespace {

constexpr const char* kOlder = "KOKKOS_PROFILE_LIBRARY";
constexpr const char* kNewer = "KOKKOS_TOOLS_LIBS";

struct Found {
    bool isThere = false;  ///< a library of Kokkos
    bool knowsNewer = false;
};

bool contains(const dl_phdr_info& object, const char* text) noexcept {
    for (int i = 0; i < object.dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object.dlpi_phdr[i];
        const auto* const bytes = reinterpret_cast<const void*>(object.dlpi_addr + segment.p_vaddr);
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_R) != 0 &&
            (segment.p_flags & PF_W) == 0 &&
            ::memmem(bytes, segment.p_memsz, text, std::strlen(text)) != nullptr) {
            return true;
        }
    }
    return false;
}

int lookAt(dl_phdr_info* object, std::size_t /*size*/, void* result) noexcept {
    auto& found = *static_cast<Found*>(result);
    if (object->dlpi_name != nullptr && std::strstr(object->dlpi_name, "kokkoscore") != nullptr) {
        found.isThere = true;
        found.knowsNewer = found.knowsNewer || contains(*object, kNewer);
    }
    return 0;
}

}  // namespace

void setToolVariable() noexcept {
    Found found;
    (void)::dl_iterate_phdr(lookAt, &found);
    Dl_info self{};
    if (!found.isThere || found.knowsNewer ||
        ::dladdr(reinterpret_cast<const void*>(&setToolVariable), &self) == 0 ||
        self.dli_fname == nullptr) {
        return;
    }
    // Another tool of the user's is in it otherwise.
    const char* const newer = std::getenv(kNewer);
    if (newer == nullptr || std::strcmp(newer, self.dli_fname) == 0) {
        ::setenv(kOlder, self.dli_fname, 0);  // NOLINT(concurrency-mt-unsafe): before other threads
    }
}

}  // namespace gantry::kokkos
