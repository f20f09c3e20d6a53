#include "TimerNames.hpp"

#include <cstdio>
#include <dlfcn.h>
#include <link.h>

namespace gantry::regions {

// A name of two texts is put together on the stack; what does not fit is cut, so that two such names
// may share a timer.
gantry_timer_t TimerNames::registered(const char* name, const char* further,
                                      const char* type) const noexcept {
    char text[1024];
    if (*further != '\0') {
        (void)std::snprintf(text, sizeof text, "%s%s", name, further);
        return gantry_timer(text, type, group_);
    }
    if (rename_ != nullptr && rename_(name, text, sizeof text)) {
        return gantry_timer(text, type, group_);
    }
    return gantry_timer(*name != '\0' ? name : "(unnamed)", type, group_);
}

// Of two threads that meet a name for the first time each may take an entry; the timer is the same,
// as the name is.
TimerNames::Number TimerNames::make(const NameHash& hash, const char* name, const char* further,
                                    const char* type) noexcept {
    for (std::size_t i = placeOf(hash), probes = 0; probes < kMostProbes; ++i, ++probes) {
        Entry& entry = entries_[i % kEntries];
        if (entry.first.load(std::memory_order_acquire) == hash.first() &&
            entry.second == hash.second()) {
            return static_cast<Number>(i % kEntries);
        }
        bool taken = false;
        if (entry.taken.compare_exchange_strong(taken, true, std::memory_order_acq_rel)) {
            entry.timer = registered(name, further, type);
            entry.second = hash.second();
            entry.first.store(hash.first(), std::memory_order_release);
            return static_cast<Number>(i % kEntries);
        }
    }
    return other();
}

// The program itself has the name it was called by.
TimerNames::Number TimerNames::makeCode(const NameHash& hash, const void* address) noexcept {
    Dl_info info{};
    link_map* map = nullptr;
    if (::dladdr1(address, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 ||
        info.dli_fname == nullptr || map == nullptr) {
        return make(hash, "(unknown)", "", "");
    }
    char name[1024];
    (void)std::snprintf(name, sizeof name, "%s+0x%zx",
                        *map->l_name == '\0' ? "(program)" : info.dli_fname,
                        static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(address) -
                                                 map->l_addr));
    return make(hash, name, "", "");
}

// While another thread makes its timer there is none.
TimerNames::Number TimerNames::other() noexcept {
    Entry& entry = entries_[kOther];
    bool taken = false;
    if (entry.taken.compare_exchange_strong(taken, true, std::memory_order_acq_rel)) {
        entry.timer = gantry_timer("(other)", "", group_);
        entry.first.store(1, std::memory_order_release);
    }
    return entry.first.load(std::memory_order_acquire) != 0 ? kOther : kNothing;
}

void TimerNames::countUnbalanced() noexcept {
    gantry_stop(gantry_timer("(end without begin)", "", group_));
}

}  // namespace gantry::regions
