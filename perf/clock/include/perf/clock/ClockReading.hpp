#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::perf {

/// One comparison of a rank's clock with that of rank 0, both in the ticks of the engine there.
struct ClockReading {
    std::uint64_t local = 0;
    std::uint64_t reference = 0;  ///< when the other one showed `local`
    std::uint64_t boundNs = 0;    ///< by how much that is off at most: half the fastest round trip

    friend bool operator==(const ClockReading&, const ClockReading&) = default;
};

/// Beginning of the keys of facts about clocks.
inline constexpr const char* kClockFact = "clock.";

/// The fact "clock.RANK" of a rank with the clock that the others were compared with.
inline constexpr const char* kReferenceClock = "reference";

/// Key of the fact with the number of readings of a rank, from 0: "clock.3.0".
std::string clockFactKey(std::int64_t rank, std::size_t number);

/// "LOCAL REFERENCE BOUND": three decimal numbers, two of ticks and one of ns.
std::string clockFact(const ClockReading& reading);

/// The inverse; nothing for any other text.
///
///     clockReading(clockFact(reading));    // reading
std::optional<ClockReading> clockReading(std::string_view fact);

}  // namespace gantry::perf
