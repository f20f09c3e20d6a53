#include "TimerNames.hpp"

#include <cstdio>
#include <dlfcn.h>
#include <link.h>

namespace gantry::regions {

TimerNames::Number TimerNames::add(const NameHash& hash, const char* name,
                                   const char* type) noexcept {
    return table_.add(
        hash, [&]() noexcept { return gantry_timer(name, type, group_); },
        [&]() noexcept { return gantry_timer("(other)", "", group_); });
}

TimerNames::Number TimerNames::make(const NameHash& hash, const char* name,
                                    const char* type) noexcept {
    char text[1024];
    if (rename_ != nullptr && rename_(name, text, sizeof text)) {
        return add(hash, text, type);
    }
    return add(hash, *name != '\0' ? name : "(unnamed)", type);
}

// The program itself has the name it was called by.
TimerNames::Number TimerNames::makeCode(const NameHash& hash, const void* address) noexcept {
    Dl_info info{};
    link_map* map = nullptr;
    if (::dladdr1(address, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 ||
        info.dli_fname == nullptr || map == nullptr) {
        return add(hash, "(unknown)", "");
    }
    char name[1024];
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - map->l_addr;
    (void)std::snprintf(name, sizeof name, "%s+0x%zx",
                        *map->l_name == '\0' ? "(program)" : info.dli_fname,
                        static_cast<std::size_t>(offset));
    return add(hash, name, "");
}

void TimerNames::countUnbalanced() noexcept {
    gantry_stop(gantry_timer("(end without begin)", "", group_));
}

}  // namespace gantry::regions
