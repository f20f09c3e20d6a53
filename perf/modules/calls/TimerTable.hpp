#pragma once

#include <gantry.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "FunctionNames.hpp"

namespace gantry::calls {

/// The timers of functions, by their addresses, in the group "functions". A timer has the name of
/// the function, and the file as its type. Where the file has no symbol for it, or the name is too
/// long, the name is "FILE+0xOFFSET", which `gantry exec` replaces at the end. Of several functions
/// with one name in one file, the further ones have their offset behind it. Constant-initialised.
/// Any thread may look; no lock in the usual case.
class TimerTable final {
public:
    /// The timer of a function; made with its first call. One that does not fit is `(other)`.
    gantry_timer_t of(const void* function) noexcept {
        const auto address = reinterpret_cast<std::uintptr_t>(function);
        for (std::size_t i = hashOf(address), probes = 0; probes < kMostProbes; ++i, ++probes) {
            Entry& entry = entries_[i % kEntries];
            const std::uintptr_t found = entry.address.load(std::memory_order_acquire);
            if (found == address) [[likely]] {
                return entry.timer;
            }
            if (found == 0) {
                break;
            }
        }
        return make(function);
    }

private:
    struct Entry {
        std::atomic<std::uintptr_t> address{0};
        std::atomic<bool> taken{false};
        gantry_timer_t timer{nullptr, 0};
    };

    static constexpr std::size_t kEntries = 65536;
    static constexpr std::size_t kMostProbes = 32;

    static std::size_t hashOf(std::uintptr_t address) noexcept {
        return static_cast<std::size_t>(address * 0x9e3779b97f4a7c15U >> 40U);
    }
    gantry_timer_t make(const void* function) noexcept;
    gantry_timer_t timerFor(const void* function) noexcept;
    bool isNameFree(const char* name, const CodePlace& place) noexcept;

    FunctionNames names_;
    std::array<Entry, kEntries> entries_{};
    /// The names that are used: the hash of a name with its file above that of its address.
    std::array<std::atomic<std::uint64_t>, kEntries> used_{};
};

}  // namespace gantry::calls
