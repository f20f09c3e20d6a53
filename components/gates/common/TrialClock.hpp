#pragma once

#include <gantry/Error.hpp>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace gates {

/// Thrown out of a candidate whose time is over.
class TimeOver final : public gantry::Error {
public:
    TimeOver() : Error(gov::cca::CCAExceptionType::Nonstandard, "the time of the trial is over") {}
};

/// Ends a trial from within what the candidate calls: poll throws when the time is over. The clock
/// is read at one call of 64, so that polling costs a nanosecond. Any thread may poll.
class TrialClock final {
public:
    /// The seconds that are left; infinite: no limit. Not while somebody polls.
    void limit(double seconds) {
        over_ = false;
        limited_ = std::isfinite(seconds);
        count_ = 0;
        if (limited_) {
            end_ = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double>(seconds));
        }
    }
    /// Whether a trial was ended since the limit was set.
    [[nodiscard]] bool isOver() const { return over_; }
    /// Throws TimeOver.
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
