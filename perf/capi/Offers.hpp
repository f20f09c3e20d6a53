#pragma once

#include <cstdint>
#include <gantry_offer.h>

namespace gantry::capi {

/// Handles of timers and events that follow the offers (gantry_offer.h), and the offer that counts.
/// Any thread may call everything here at any time; nothing throws. Starting, stopping and
/// triggering take no lock and make no system call once a thread and a handle have been used.

/// The two upper bits of the ids of these handles are 01. Those of libgantry's own engine are 00,
/// or 10 for timers of which each call is a value of an event (kSpreadTimer).
inline constexpr std::uint32_t kFollowing = 1U << 30U;

/// Whether an offer was ever made or announced. From then on new handles follow the offers.
bool isFollowing() noexcept;

/// The handle for these texts; all zeros where memory is out. Equal texts give equal handles.
gantry_timer_t followingTimer(const char* name, const char* type, const char* group) noexcept;
gantry_event_t followingEvent(const char* name, int kind) noexcept;

struct Made;

/// The offer that counts, for one use: until the end of the scope its withdrawal waits. Where this
/// thread is in a use already, as a signal handler may be, it is the offer of that use.
class OfferInUse final {
public:
    OfferInUse() noexcept;
    ~OfferInUse();
    OfferInUse(const OfferInUse&) = delete;
    OfferInUse& operator=(const OfferInUse&) = delete;

    explicit operator bool() const noexcept { return made_ != nullptr; }
    const gantry_offer& operator*() const noexcept;
    const gantry_offer* operator->() const noexcept { return &**this; }

    /// Null where there is none.
    const Made* made() const noexcept { return made_; }

    /// What the handle with that id is in this offer; registers it there where it is new.
    /// GANTRY_NO_ID where there is no offer or no room.
    [[nodiscard]] std::uint32_t idOf(std::uint32_t handle) const noexcept;
    /// The same for the end of a use: GANTRY_NO_ID for one that did not begin in this offer.
    [[nodiscard]] std::uint32_t knownIdOf(std::uint32_t handle) const noexcept;

private:
    const Made* made_ = nullptr;
    bool isOutermost_ = false;
};

/// The call of that handle in the offer that counts, if any does.
void startFollowing(std::uint32_t timer) noexcept;
void stopFollowing(std::uint32_t timer) noexcept;
void triggerFollowing(std::uint32_t event, double value) noexcept;

}  // namespace gantry::capi
