#pragma once

#include <gantry.h>

#include <cstddef>
#include <cstdint>

#include "NameHash.hpp"
#include "NameTable.hpp"

namespace gantry::regions {

/// The timers of one group by the names that a program gives its regions. Any thread may look; no
/// lock where the name was met before. Constant-initialised, so that it can be used before main.
class TimerNames final {
    using Table = NameTable<gantry_timer_t, 16384>;

public:
    using Number = Table::Number;

    static constexpr Number kNothing = Table::kNothing;  ///< of a timer that does nothing
    static constexpr Number kNumbers = Table::kNumbers;  ///< numbers are below

    /// Writes the name that the timer is to have, of at most size - 1 bytes, and returns true;
    /// false for a name that stays. Called once for each name.
    using Rename = bool (*)(const char* name, char* text, std::size_t size) noexcept;

    /// group: of all timers; a literal.
    constexpr explicit TimerNames(const char* group, Rename rename = nullptr) noexcept
        : group_(group), rename_(rename) {}

    /// The number of the timer with that name and type; made at the first call, where a mutex is
    /// taken. Null and the empty text are "(unnamed)". Names that do not fit are all "(other)".
    Number numberOf(const char* name, const char* type = "") noexcept {
        name = name != nullptr ? name : "";
        NameHash hash;
        hash.add(type);
        hash.add(name);
        const Number found = table_.find(hash);
        return found != kNothing ? found : make(hash, name, type);
    }

    /// The number of the timer of a place in the code, named "FILE+0xOFFSET", which `gantry exec`
    /// replaces by the function.
    Number numberOfCode(const void* address) noexcept {
        NameHash hash;
        hash.mix(reinterpret_cast<std::uintptr_t>(address));
        const Number found = table_.find(hash);
        return found != kNothing ? found : makeCode(hash, address);
    }

    /// number: as one of the above gave it.
    [[nodiscard]] const gantry_timer_t& timer(Number number) const noexcept {
        return table_[number];
    }

    /// Whether both are numbers of one timer: threads that meet a name at the same time may give it
    /// several.
    [[nodiscard]] bool isSame(Number first, Number second) const noexcept {
        return first == second || (table_[first].flags == table_[second].flags &&
                                   table_[first].id == table_[second].id);
    }

    /// Counts an end without a begin, as a misuse of the timer `(end without begin)`. Takes a
    /// mutex.
    void countUnbalanced() noexcept;

private:
    Number make(const NameHash& hash, const char* name, const char* type) noexcept;
    Number makeCode(const NameHash& hash, const void* address) noexcept;
    Number add(const NameHash& hash, const char* name, const char* type) noexcept;

    const char* group_;
    Rename rename_;
    Table table_;
};

}  // namespace gantry::regions
