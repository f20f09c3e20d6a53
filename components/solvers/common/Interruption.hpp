#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>

namespace solvers {

/// Thrown by Interruption::poll to end a solve early. Solver catches it and reports the status
/// Aborted; it never leaves the port.
class Interrupted final : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

/// Decides whether a solve has to end: its time limit has passed, or abort was called since this
/// object was made. An earlier abort has no effect. A query costs one atomic load and, with a
/// limit, one reading of the clock, so an iterative method can afford one per iteration.
///
/// It refers to the solver's counter of aborts and must not outlive the solver. Any thread may
/// query it.
class Interruption final {
public:
    using Clock = std::chrono::steady_clock;

    /// The limit is `seconds` after begin; what is not above 0 means no limit, and more than about
    /// a century counts as a century. aborts is the number of calls of abort so far.
    Interruption(Clock::time_point begin, double seconds, const std::atomic<std::uint64_t>& aborts)
        : limited_(seconds > 0),
          end_(begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(
                           limited_ ? std::min(seconds, kLongest) : 0))),
          aborts_(aborts),
          abortsBefore_(aborts) {}

    /// Whether abort was called since this object was made; the time limit does not count.
    [[nodiscard]] bool aborted() const noexcept { return aborts_ != abortsBefore_; }
    /// Seconds that are left of the limit, not below 0; infinity where there is none.
    [[nodiscard]] double secondsLeft() const noexcept {
        if (!limited_) {
            return std::numeric_limits<double>::infinity();
        }
        const std::chrono::duration<double> left = end_ - Clock::now();
        return std::max(left.count(), 0.0);
    }
    /// Whether the solve has to end, for either reason.
    [[nodiscard]] bool due() const noexcept {
        return aborted() || (limited_ && Clock::now() >= end_);
    }
    /// Throws Interrupted if due() is true. Do not let it pass through C or Fortran frames.
    void poll() const {
        if (due()) {
            throw Interrupted();
        }
    }

private:
    // About a century. A 64-bit count of nanoseconds can still add it; a larger limit may overflow.
    static constexpr double kLongest = 3e9;

    bool limited_;
    Clock::time_point end_;
    const std::atomic<std::uint64_t>& aborts_;
    std::uint64_t abortsBefore_;
};

}  // namespace solvers
