#pragma once

#include <gantry.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "NameHash.hpp"

namespace gantry::regions {

/// The timers of one group by the names that a program gives its regions. Any thread may look; no
/// lock where the name was met before. Constant-initialised, so that it can be used before main.
class TimerNames final {
public:
    using Number = std::uint32_t;

    static constexpr std::size_t kEntries = 16384;
    static constexpr Number kOther = kEntries;        ///< of names that do not fit
    static constexpr Number kNothing = kEntries + 1;  ///< of a timer that does nothing
    static constexpr Number kNumbers = kEntries + 2;  ///< numbers are below

    /// Writes the name that the timer is to have, of at most size - 1 bytes, and returns true; false
    /// for a name that stays. Called once for each name.
    using Rename = bool (*)(const char* name, char* text, std::size_t size) noexcept;

    /// group: of all timers; a literal.
    constexpr explicit TimerNames(const char* group, Rename rename = nullptr) noexcept
        : group_(group), rename_(rename) {}

    /// The number of the timer with that name and type; made at the first call. Null and the empty
    /// text are "(unnamed)". type: a literal, as it is compared by its address.
    Number numberOf(const char* name, const char* type = "") noexcept {
        return numberOf(name, "", type);
    }

    /// The same for a name that consists of two texts, of which 1023 bytes are kept.
    Number numberOf(const char* name, const char* further, const char* type) noexcept {
        name = name != nullptr ? name : "";
        further = further != nullptr ? further : "";
        NameHash hash;
        hash.mix(reinterpret_cast<std::uintptr_t>(type));
        hash.add(name);
        hash.add(further);
        const Number found = find(hash);
        return found != kNothing ? found : make(hash, name, further, type);
    }

    /// The number of the timer of a place in the code, named "FILE+0xOFFSET", which `gantry exec`
    /// replaces by the function.
    Number numberOfCode(const void* address) noexcept {
        NameHash hash;
        hash.mix(reinterpret_cast<std::uintptr_t>(address));
        const Number found = find(hash);
        return found != kNothing ? found : makeCode(hash, address);
    }

    /// number: as numberOf() gave it.
    [[nodiscard]] const gantry_timer_t& timer(Number number) const noexcept {
        return entries_[number].timer;
    }

    /// Counts an end without a begin, as a misuse of the timer `(end without begin)`.
    void countUnbalanced() noexcept;

private:
    struct Entry {
        std::atomic<std::uint64_t> first{0};  ///< 0: not there yet
        std::atomic<bool> taken{false};
        std::uint64_t second = 0;
        gantry_timer_t timer{nullptr, 0};
    };

    static constexpr std::size_t kMostProbes = 64;

    static std::size_t placeOf(const NameHash& hash) noexcept {
        return static_cast<std::size_t>(hash.first() >> 40U);
    }
    // kNothing where it was not met before.
    [[nodiscard]] Number find(const NameHash& hash) const noexcept {
        for (std::size_t i = placeOf(hash), probes = 0; probes < kMostProbes; ++i, ++probes) {
            const Entry& entry = entries_[i % kEntries];
            const std::uint64_t found = entry.first.load(std::memory_order_acquire);
            if (found == hash.first() && entry.second == hash.second()) [[likely]] {
                return static_cast<Number>(i % kEntries);
            }
            if (found == 0) {
                break;
            }
        }
        return kNothing;
    }
    Number makeCode(const NameHash& hash, const void* address) noexcept;
    Number make(const NameHash& hash, const char* name, const char* further,
                const char* type) noexcept;
    gantry_timer_t registered(const char* name, const char* further,
                              const char* type) const noexcept;
    Number other() noexcept;

    const char* group_;
    Rename rename_;
    std::array<Entry, kNumbers> entries_{};
};

}  // namespace gantry::regions
