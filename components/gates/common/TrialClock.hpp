#pragma once

#include <gantry/Error.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace gates {

/// Thrown through a candidate whose time is over, by the function that it calls.
class TimeOver final : public gantry::Error {
public:
    TimeOver() : Error(gov::cca::CCAExceptionType::Nonstandard, "the time of the trial is over") {}
};

/// Ends a trial from within the function that the candidate calls: poll throws once the time is
/// over. It reads the clock at every 64th call only, to keep the overhead per evaluation small; so
/// a trial of a slow function may exceed its limit by up to 64 evaluations. Any thread may poll.
class TrialClock final {
public:
    /// Sets the limit, in seconds from now, and clears isOver; infinite, or more than about 30
    /// years, means no limit. No other thread may poll meanwhile: the end of the trial is not
    /// atomic.
    void limit(double seconds) {
        // Beyond it, the end of the trial could overflow the clock, and lie in the past.
        constexpr double kLongest = 1e9;
        over_ = false;
        limited_ = seconds < kLongest;
        count_ = 0;
        if (limited_) {
            end_ = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double>(seconds));
        }
    }
    /// Whether a trial was ended since the limit was set.
    [[nodiscard]] bool isOver() const { return over_; }
    /// Throws TimeOver if the time is over and this call reads the clock.
    void poll() {
        constexpr std::uint32_t kLook = 63;
        if (limited_ && (count_.fetch_add(1, std::memory_order_relaxed) & kLook) == kLook &&
            std::chrono::steady_clock::now() > end_) {
            over_ = true;
            throw TimeOver();
        }
    }

private:
    bool limited_ = false;
    std::chrono::steady_clock::time_point end_;
    std::atomic<std::uint32_t> count_{0};
    std::atomic<bool> over_{false};
};

}  // namespace gates
