#pragma once

#include <gantry.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace gantry::kokkos {

/// One event for each memory space, of which there are few. Any thread may trigger; no lock where
/// the space was met before. Spaces that do not fit are left out.
class SpaceEvents final {
public:
    /// Events are named "WHAT SPACE [B]"; what: a literal.
    constexpr explicit SpaceEvents(const char* what) noexcept : what_(what) {}

    void trigger(const char* space, std::uint64_t bytes) noexcept {
        for (Entry& entry : entries_) {
            if (!entry.isThere.load(std::memory_order_acquire) && !make(entry, space)) {
                continue;
            }
            if (std::strncmp(entry.space, space, kSpace) == 0) {
                gantry_trigger(entry.event, static_cast<double>(bytes));
                return;
            }
        }
    }

private:
    static constexpr std::size_t kSpace = 64;  ///< as long as Kokkos makes them

    struct Entry {
        std::atomic<bool> taken{false};
        std::atomic<bool> isThere{false};
        char space[kSpace]{};
        gantry_event_t event{nullptr, 0};
    };

    // False where another thread is making it: that may be one for another space. Two entries of one
    // space have one event.
    bool make(Entry& entry, const char* space) noexcept {
        bool taken = false;
        if (!entry.taken.compare_exchange_strong(taken, true, std::memory_order_acq_rel)) {
            return entry.isThere.load(std::memory_order_acquire);
        }
        char name[2 * kSpace];
        std::memcpy(entry.space, space, ::strnlen(space, kSpace - 1));
        (void)std::snprintf(name, sizeof name, "%s %s [B]", what_, entry.space);
        entry.event = gantry_event(name);
        entry.isThere.store(true, std::memory_order_release);
        return true;
    }

    const char* what_;
    std::array<Entry, 16> entries_{};
};

}  // namespace gantry::kokkos
