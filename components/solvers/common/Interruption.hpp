#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>

namespace solvers {

/// Thrown where a solve ends before its time; never leaves the solver.
class Interrupted final : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

/// Whether a solve has to end: its time is over, or somebody called abort. Asking costs a load and,
/// with a limit, a reading of the clock.
class Interruption final {
public:
    using Clock = std::chrono::steady_clock;

    /// seconds from begin on, 0: no limit; aborts counts the calls of abort.
    Interruption(Clock::time_point begin, double seconds, const std::atomic<std::uint64_t>& aborts)
        : limited_(seconds > 0),
          end_(begin + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(std::min(seconds, kLongest)))),
          aborts_(aborts),
          abortsBefore_(aborts) {}

    [[nodiscard]] bool aborted() const noexcept { return aborts_ != abortsBefore_; }
    [[nodiscard]] bool due() const noexcept {
        return aborted() || (limited_ && Clock::now() >= end_);
    }
    /// Throws Interrupted where it is due.
    void poll() const {
        if (due()) {
            throw Interrupted();
        }
    }

private:
    // A century, which a clock of nanoseconds can add.
    static constexpr double kLongest = 3e9;

    bool limited_;
    Clock::time_point end_;
    const std::atomic<std::uint64_t>& aborts_;
    std::uint64_t abortsBefore_;
};

}  // namespace solvers
