#pragma once

#include <gantry.h>

#include <cstddef>
#include <cstdio>

#include "NameHash.hpp"
#include "NameTable.hpp"

namespace gantry::regions {

/// Events by name, as TimerNames has timers; 1023 bytes of a name are kept.
class EventNames final {
    using Table = NameTable<gantry_event_t, 1024>;

public:
    using Number = Table::Number;

    /// Events are named "BEFORE NAME BEHIND", without an empty part; both are literals.
    constexpr explicit EventNames(const char* before = "", const char* behind = "") noexcept
        : before_(before), behind_(behind) {}

    Number numberOf(const char* name) noexcept {
        name = name != nullptr ? name : "";
        NameHash hash;
        hash.add(name);
        const Number found = table_.find(hash);
        return found != Table::kNothing ? found : make(hash, name);
    }

    /// Below which a number can be one.
    static constexpr Number kNumbers = Table::kNumbers;

    [[nodiscard]] const gantry_event_t& event(Number number) const noexcept {
        return table_[number];
    }

    void trigger(const char* name, double value) noexcept {
        gantry_trigger(event(numberOf(name)), value);
    }

private:
    Number make(const NameHash& hash, const char* name) noexcept {
        char text[1024];
        const char* const shown = *name != '\0' ? name : "(unnamed)";
        (void)std::snprintf(text, sizeof text, "%s%s%s%s%s", before_, *before_ != '\0' ? " " : "",
                            shown, *behind_ != '\0' ? " " : "", behind_);
        return table_.add(
            hash, [&]() noexcept { return gantry_event(text); },
            []() noexcept { return gantry_event("(other)"); });
    }

    const char* before_;
    const char* behind_;
    Table table_;
};

}  // namespace gantry::regions
