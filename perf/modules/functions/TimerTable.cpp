#include "TimerTable.hpp"

#include <cstdio>
#include <dlfcn.h>
#include <link.h>

namespace gantry::functions {

namespace {

constexpr const char* kGroup = "functions";

gantry_timer_t timerFor(const void* function) noexcept {
    Dl_info info{};
    link_map* map = nullptr;
    char name[512];
    const auto address = reinterpret_cast<std::uintptr_t>(function);
    if (::dladdr1(function, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 ||
        info.dli_fname == nullptr || map == nullptr) {
        return gantry_timer("(unknown)", "", kGroup);
    }
    // The program itself has the name it was called by.
    const char* const file = *map->l_name == '\0' ? "(program)" : info.dli_fname;
    (void)std::snprintf(name, sizeof name, "%s+0x%zx", file,
                        static_cast<std::size_t>(address - map->l_addr));
    return gantry_timer(name, "", kGroup);
}

}  // namespace

// Of two threads that call a function for the first time one takes the entry; the other one's timer
// is the same, as the name is.
gantry_timer_t TimerTable::make(const void* function) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(function);
    for (std::size_t i = hashOf(address), probes = 0; probes < kMostProbes; ++i, ++probes) {
        Entry& entry = entries_[i % kEntries];
        if (entry.address.load(std::memory_order_acquire) == address) {
            return entry.timer;
        }
        bool taken = false;
        if (entry.taken.compare_exchange_strong(taken, true, std::memory_order_acq_rel)) {
            entry.timer = timerFor(function);
            entry.address.store(address, std::memory_order_release);
            return entry.timer;
        }
    }
    return gantry_timer("(other)", "", kGroup);
}

}  // namespace gantry::functions
