#pragma once

#include <gantry.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "Recorder.hpp"

namespace gantry::io {

/// Which functions have one timer.
struct CallTimer {
    const char* name = nullptr;
    gantry_timer_t timer{nullptr, 0};
};

/// One call of the program that is recorded, from its making to its end, with its timer in the call
/// path of the caller. Lives on the stack of the wrapper. end() keeps errno. A call that is left
/// without end(), because its thread was cancelled inside, ends its timer and counts nothing; so
/// nothing between the two may be noexcept.
class Call final {
public:
    Call(Recorder& recorder, const CallTimer& timer) noexcept
        : recorder_(recorder),
          timer_(timer.timer),
          started_(gantry_start(timer.timer)),
          begun_(recorder.clock().ticks()) {}
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call() { gantry_stop_started(timer_, started_); }

    /// The function has returned.
    void end() noexcept {
        error_ = errno;
        ended_ = recorder_.clock().ticks();
        gantry_stop_started(timer_, std::exchange(started_, 0));
    }

    [[nodiscard]] std::int64_t begunNs() const noexcept { return recorder_.clock().ns(begun_); }
    [[nodiscard]] std::int64_t endedNs() const noexcept { return recorder_.clock().ns(ended_); }

    /// A call that is neither a read nor a write. field: what it counts as.
    void count(std::uint32_t file, std::uint32_t field, bool failed) noexcept {
        if (const FileRecord record = recorder_.record(file)) {
            record.add(failed ? static_cast<std::uint32_t>(Failures) : field, 1);
            const std::int64_t ns = endedNs() - begunNs();
            record.add(MetaTime, ns);
            if (field == Opens && !failed) {
                record.add(OpenTime, ns);
            }
        }
    }

    /// The errno that the program sees.
    void restore() const noexcept { errno = error_; }

private:
    Recorder& recorder_;
    gantry_timer_t timer_;
    int started_;
    int error_ = 0;
    std::uint64_t begun_;
    std::uint64_t ended_ = 0;
};

}  // namespace gantry::io
