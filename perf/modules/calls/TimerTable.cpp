#include "TimerTable.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "NameHash.hpp"

namespace gantry::calls {

namespace {

constexpr const char* kGroup = "functions";

}  // namespace

// The first of several functions with this name in this file, also when two threads ask for it.
bool TimerTable::isNameFree(const char* name, const CodePlace& place) noexcept {
    regions::NameHash named;
    named.add(place.file.data());
    named.add(name);
    const std::uint64_t hash = named.first();
    const std::uint64_t word =
        (hash | std::uint64_t{1} << 63U) >> 32U << 32U | (hashOf(place.address) & 0xffffffffU);
    for (std::size_t i = hash % kEntries, probes = 0; probes < kMostProbes; ++i, ++probes) {
        std::uint64_t found = 0;
        if (used_[i % kEntries].compare_exchange_strong(found, word) || found == word) {
            return true;
        }
        if (found >> 32U == word >> 32U) {
            return false;
        }
    }
    return false;
}

gantry_timer_t TimerTable::timerFor(const void* function) noexcept {
    std::array<char, 1024> name{};
    CodePlace place;
    if (!findCode(function, place)) {
        return gantry_timer("(unknown)", "", kGroup);
    }
    constexpr std::size_t kOffsetBytes = 24;
    if (names_.find(place, name.data(), name.size() - kOffsetBytes)) {
        if (!isNameFree(name.data(), place)) {
            (void)std::snprintf(name.data() + std::strlen(name.data()), kOffsetBytes, " 0x%llx",
                                static_cast<unsigned long long>(place.address));
        }
        return gantry_timer(name.data(), place.file.data(), kGroup);
    }
    (void)std::snprintf(name.data(), name.size(), "%.990s+0x%llx",
                        place.isProgram ? "(program)" : place.path.data(),
                        static_cast<unsigned long long>(place.address));
    return gantry_timer(name.data(), "", kGroup);
}

// Of two threads that call a function for the first time one takes the entry; the other one's timer
// is the same, as the name is.
gantry_timer_t TimerTable::make(const void* function) noexcept {
    // The program does not expect that calling a function of its own changes it.
    const int error = errno;
    const auto address = reinterpret_cast<std::uintptr_t>(function);
    gantry_timer_t timer{nullptr, 0};
    std::size_t probes = 0;
    for (std::size_t i = hashOf(address); probes < kMostProbes; ++i, ++probes) {
        Entry& entry = entries_[i % kEntries];
        if (entry.address.load(std::memory_order_acquire) == address) {
            timer = entry.timer;
            break;
        }
        bool taken = false;
        if (entry.taken.compare_exchange_strong(taken, true, std::memory_order_acq_rel)) {
            timer = entry.timer = timerFor(function);
            entry.address.store(address, std::memory_order_release);
            break;
        }
    }
    if (probes == kMostProbes) {
        timer = gantry_timer("(other)", "", kGroup);
    }
    errno = error;
    return timer;
}

}  // namespace gantry::calls
