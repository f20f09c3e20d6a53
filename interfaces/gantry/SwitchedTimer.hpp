#pragma once

#include <atomic>
#include <cstdint>

namespace gantry {

/// Whether something is switched on: bits of a word that its owner writes and any thread reads.
/// Reading costs two loads. A plain value; valid as long as the word. Copies show the same word.
///
///     const TimerSwitch enabled = timer.enabled();       // once
///     if (enabled.on()) { timer.start(); }               // often
class TimerSwitch final {
public:
    /// Always on.
    constexpr TimerSwitch() noexcept : TimerSwitch(kAlways, kAlways) {}
    /// On while a bit of mask is set in word.
    constexpr TimerSwitch(const std::uint32_t& word, std::uint32_t mask) noexcept
        : word_(&word), mask_(mask) {}
    /// Always off.
    static constexpr TimerSwitch never() noexcept { return {kAlways, 0}; }

    /// Relaxed: a switch takes effect soon, not at once. Any thread; never throws.
    [[nodiscard]] bool on() const noexcept {
        return (std::atomic_ref<std::uint32_t>(const_cast<std::uint32_t&>(*word_))
                    .load(std::memory_order_relaxed) &
                mask_) != 0;
    }

private:
    static constexpr std::uint32_t kAlways = 1;

    // Never null; of the backend, or kAlways.
    const std::uint32_t* word_;
    // 0: never on.
    std::uint32_t mask_;
};

/// What the timer of a backend may be beside its port's interface, so that gantry::Timed sees
/// without a call whether starting it would record anything. A timer that is not is always started.
/// Found by dynamic_cast from performance::Timer when a component's timers are connected. A timer
/// whose switch is TimerSwitch::never() is as good as none: the null backend's are such.
class [[gnu::visibility("default")]] SwitchedTimer {
public:
    virtual ~SwitchedTimer() = default;

    /// The switch of this timer under its present name, type and group; ask again after one of them
    /// was set. Valid as long as the timer. While it is off a call need neither be started nor
    /// stopped; a call that was started is stopped whatever the switch says by then. Any thread;
    /// may allocate and lock, but does not throw.
    virtual TimerSwitch enabled() noexcept = 0;

protected:
    SwitchedTimer() = default;
    SwitchedTimer(const SwitchedTimer&) = default;
    SwitchedTimer& operator=(const SwitchedTimer&) = default;
};

}  // namespace gantry
