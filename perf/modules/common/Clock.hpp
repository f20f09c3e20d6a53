#pragma once

#include <cstdint>
#include <ctime>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace gantry::io {

/// CLOCK_MONOTONIC in ns by the time-stamp counter where the engine measures with that, else by the
/// system. Constant-initialised; before calibrate() it asks the system.
class Clock final {
public:
    constexpr Clock() noexcept = default;

    /// Once, before other threads use it.
    void calibrate() noexcept;

    /// Units of its own, cheap to read.
    [[nodiscard]] std::uint64_t ticks() const noexcept {
#if defined(__x86_64__)
        if (nsPerTick_ != 0) [[likely]] {
            return __rdtsc();
        }
#endif
        return systemNs();
    }

    [[nodiscard]] std::int64_t ns(std::uint64_t ticks) const noexcept {
        if (nsPerTick_ == 0) {
            return static_cast<std::int64_t>(ticks);
        }
        // Modulo 2^64 a tick before the calibration comes out right as well.
        const auto since = static_cast<std::int64_t>(ticks - ticksAtStart_);
        __extension__ using Wide = __int128;
        return nsAtStart_ + static_cast<std::int64_t>(Wide{since} * nsPerTick_ >> 32U);
    }

private:
    static std::uint64_t systemNs() noexcept {
        timespec now{};
        ::clock_gettime(CLOCK_MONOTONIC, &now);
        return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U +
               static_cast<std::uint64_t>(now.tv_nsec);
    }

    std::int64_t nsPerTick_ = 0;  ///< times 2^32; 0: by the system
    std::uint64_t ticksAtStart_ = 0;
    std::int64_t nsAtStart_ = 0;
};

}  // namespace gantry::io
