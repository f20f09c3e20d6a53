#pragma once

#include <gantry.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace gantry::calls {

/// Where a function was entered.
struct Entry {
    const void* function = nullptr;
    std::uintptr_t frame = 0;      ///< of the hook; that of an inlined function is its caller's
    const void* caller = nullptr;  ///< where the frame returns to
    const void* place = nullptr;   ///< where the hook returns to
};

/// The running calls of a thread whose begins and ends are announced by address. Ends that are not
/// announced, because longjmp() or an exception left the call, are found by the frames of later
/// calls. Without locks and allocations; to be constant-initialised as a thread_local variable.
class OpenCalls final {
public:
    /// timerOf() gives the timer of the function; calls of functions inside it are not timed.
    template <class TimerOf>
    void enter(const Entry& entry, TimerOf timerOf) noexcept {
        if (inside_) {
            return;
        }
        popLeft(entry);
        if (depth_ == kMostDepth) {
            ++tooDeep_;
            return;
        }
        inside_ = true;
        Call& call = calls_[depth_++];
        call.entry = entry;
        call.timer = timerOf();
        call.started = gantry_start(call.timer);
        inside_ = false;
    }

    void leave(const void* function) noexcept {
        if (inside_) {
            return;
        }
        if (tooDeep_ > 0) {
            --tooDeep_;
            return;
        }
        // Those above it have ended without saying so. One that is not there began before the
        // module.
        std::size_t at = depth_;
        while (at > 0 && calls_[at - 1].entry.function != function) {
            --at;
        }
        while (at > 0 && depth_ >= at) {
            pop();
        }
    }

private:
    // Deeper calls are not timed; the engine has a limit of its own.
    static constexpr std::size_t kMostDepth = 1024;
    // What is further away is another stack: that of a coroutine or a signal handler.
    static constexpr std::uintptr_t kSameStack = std::uintptr_t{64} << 20U;

    struct Call {
        Entry entry{};
        gantry_timer_t timer{nullptr, 0};
        int started = 0;
    };

    static bool isOfFrame(const Entry& one, const Entry& other) noexcept {
        return one.frame == other.frame && one.caller == other.caller;
    }

    void pop() noexcept {
        const Call& call = calls_[--depth_];
        gantry_stop_started(call.timer, call.started);
    }

    // Calls whose frames are not above the new one have ended, by longjmp() or an exception that
    // nobody told of. A function that was inlined has the frame of its caller, which goes on; but
    // one that is entered again at the same place has ended before.
    void popLeft(const Entry& entry) noexcept {
        while (depth_ > 0) {
            const Entry& last = calls_[depth_ - 1].entry;
            if (last.frame > entry.frame || entry.frame - last.frame > kSameStack) {
                return;
            }
            if (isOfFrame(last, entry)) {
                popFrame(entry);
                return;
            }
            pop();
        }
    }

    // The call at this place in the newest frame, and those above it.
    void popFrame(const Entry& entry) noexcept {
        std::size_t at = depth_;
        while (at > 0 && isOfFrame(calls_[at - 1].entry, entry)) {
            --at;
            if (calls_[at].entry.place == entry.place) {
                while (depth_ > at) {
                    pop();
                }
                return;
            }
        }
    }

    std::array<Call, kMostDepth> calls_{};
    std::size_t depth_ = 0;
    std::size_t tooDeep_ = 0;
    bool inside_ = false;  ///< the module itself calls something instrumented
};

}  // namespace gantry::calls
