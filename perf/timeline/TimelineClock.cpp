// Conversion of ticks to ns and back in fixed point: 32 bits of fraction, 128 bits between. No
// floating point, so that equal ticks have equal times on every machine.

#include <perf/timeline/TimelineTypes.hpp>

#include <algorithm>
#include <limits>

namespace gantry::perf {

namespace {

__extension__ using Wide = __int128;
__extension__ using WideUnsigned = unsigned __int128;

constexpr unsigned kFraction = 32;

// Far enough from the ends of the numbers that differences of two moments do not overflow.
constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 4;

std::int64_t limited(Wide ns) noexcept {
    return static_cast<std::int64_t>(std::clamp<Wide>(ns, -kFarthest, kFarthest));
}

WideUnsigned rate(const TimelineClock& clock) noexcept {
    return clock.unitsPerTick == 0 ? WideUnsigned{1} << kFraction : clock.unitsPerTick;
}

}  // namespace

std::int64_t TimelineClock::duration(std::uint64_t ticks) const noexcept {
    const WideUnsigned ns = ticks * rate(*this) >> kFraction;
    constexpr auto kMost = static_cast<WideUnsigned>(kFarthest);
    return static_cast<std::int64_t>(std::min(ns, kMost));
}

std::int64_t TimelineClock::ns(std::uint64_t ticks) const noexcept {
    if (ticks >= startTicks) {
        return limited(Wide{shift} + duration(ticks - startTicks));
    }
    // Rounded down, so away from zero.
    const WideUnsigned before = (startTicks - ticks) * rate(*this);
    const WideUnsigned up = (before + ((WideUnsigned{1} << kFraction) - 1)) >> kFraction;
    constexpr auto kMost = static_cast<WideUnsigned>(kFarthest);
    return limited(Wide{shift} - static_cast<Wide>(std::min(up, kMost)));
}

// Rounded up where ns() rounds down: ticks(ns(t)) is never after t, and a half-open window in ns
// has the same records as its half-open image in ticks.
std::uint64_t TimelineClock::ticks(std::int64_t ns) const noexcept {
    const Wide since = Wide{ns} - shift;
    const WideUnsigned each = rate(*this);
    if (since < 0) {
        const WideUnsigned before = (static_cast<WideUnsigned>(-since) << kFraction) / each;
        return before >= startTicks ? 0 : startTicks - static_cast<std::uint64_t>(before);
    }
    const WideUnsigned after =
        ((static_cast<WideUnsigned>(since) << kFraction) + each - 1) / each + startTicks;
    constexpr WideUnsigned kMost = std::numeric_limits<std::uint64_t>::max() - 1;
    return static_cast<std::uint64_t>(std::min(after, kMost));
}

}  // namespace gantry::perf
