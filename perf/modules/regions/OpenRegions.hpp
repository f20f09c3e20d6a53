#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "TimerNames.hpp"

namespace gantry::regions {

/// The regions of one module that are open on one thread. Constant-initialised; to be a
/// thread_local variable, as a program calls without handing anything in.
class OpenRegions final {
public:
    constexpr OpenRegions() noexcept = default;

    static constexpr std::size_t kMostDepth = 512;

    /// Begins a region inside those that are open. kind: a word for end(), such as 0.
    void begin(const TimerNames& names, TimerNames::Number number,
               std::uint32_t kind = 0) noexcept {
        if (depth_ == kMostDepth) {
            ++tooDeep_;
            return;
        }
        const bool started = gantry_start(names.timer(number)) != 0;
        open_[depth_++] = {number, static_cast<std::uint16_t>(kind), started};
    }

    /// Ends the region of that kind that was begun last.
    void end(TimerNames& names, std::uint32_t kind = 0) noexcept {
        if (depth_ > 0 && tooDeep_ == 0 && open_[depth_ - 1].kind == kind) [[likely]] {
            pop(names);
            return;
        }
        endOuter(names, [kind](const Open& open) { return open.kind == kind; });
    }

    /// Ends the region with that number that was begun last.
    void endNumber(TimerNames& names, TimerNames::Number number) noexcept {
        if (depth_ > 0 && tooDeep_ == 0 && open_[depth_ - 1].number == number) [[likely]] {
            pop(names);
            return;
        }
        endOuter(names, [&](const Open& open) { return names.isSame(open.number, number); });
    }

    /// Ends the region that was begun last, whatever it is.
    void endLast(TimerNames& names) noexcept {
        endOuter(names, [](const Open&) { return true; });
    }

    /// The timer of the region that was begun last; kNothing where none is open.
    [[nodiscard]] TimerNames::Number last() const noexcept {
        return depth_ > 0 && tooDeep_ == 0 ? open_[depth_ - 1].number : TimerNames::kNothing;
    }

private:
    struct Open {
        TimerNames::Number number = 0;
        std::uint16_t kind = 0;
        bool started = false;
    };

    void pop(const TimerNames& names) noexcept {
        const Open& open = open_[--depth_];
        gantry_stop_started(names.timer(open.number), open.started ? 1 : 0);
    }

    // Regions inside it that nobody ended end with it: the innermost first, as they were begun.
    template <class IsIt>
    void endOuter(TimerNames& names, IsIt isIt) noexcept {
        if (tooDeep_ > 0) {
            --tooDeep_;
            return;
        }
        std::size_t at = depth_;
        while (at > 0 && !isIt(open_[at - 1])) {
            --at;
        }
        if (at == 0) {
            names.countUnbalanced();
            return;
        }
        while (depth_ >= at) {
            pop(names);
        }
    }

    std::array<Open, kMostDepth> open_{};
    std::size_t depth_ = 0;
    std::size_t tooDeep_ = 0;
};

}  // namespace gantry::regions
