#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gantry::perf {

/// How a clock differs from the right one. Only tests make such clocks.
struct ClockSkew {
    double offsetNs = 0;
    double drift = 0;       ///< of the time since the boot, such as 100e-6
    double swingNs = 0;     ///< greatest difference of a sinus
    double periodNs = 1e9;  ///< of the sinus
    double stepNs = 0;      ///< by how much it jumps each time
    double everyNs =
        1e9;  ///< time between two jumps; the first one is so long after the first reading

    /// What the clock shows when the right one shows nowNs; firstNs: its first reading.
    [[nodiscard]] std::uint64_t at(std::uint64_t nowNs, std::uint64_t firstNs) const noexcept;
};

/// "offset=100ms,drift=100ppm,swing=1ms/5s,steps=-2ms/3s": any of them, each once; "" or "none" for
/// none. Nothing where the text is something else.
///
///     const std::optional<ClockSkew> skew = clockSkew("offset=100ms,drift=100ppm");
///     const std::uint64_t shown = skew->at(now, first);
std::optional<ClockSkew> clockSkew(std::string_view text);

/// The variable GANTRY_TEST_CLOCK: the engine then reads CLOCK_MONOTONIC with that skew. It is for
/// tests only; null where it is not set.
const char* testClock() noexcept;

}  // namespace gantry::perf
