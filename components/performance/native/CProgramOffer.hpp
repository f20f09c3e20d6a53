#pragma once

#include <perf/engine/Engine.hpp>

#include <gantry_offer.h>

namespace performance::native {

/// Lets code that is timed with gantry.h measure into an engine of this library, by an offer to
/// libgantry.so (perf/capi/include/gantry_offer.h). Where that library is not installed nothing
/// happens. For one thread at a time.
class CProgramOffer final {
public:
    CProgramOffer() = default;
    ~CProgramOffer() { withdraw(); }
    CProgramOffer(const CProgramOffer&) = delete;
    CProgramOffer& operator=(const CProgramOffer&) = delete;

    /// Loads the library, so that the timers that gantry.h makes from now on wait for an engine.
    void announce() noexcept;
    /// Offers the engine, which must live until the withdrawal.
    void make(gantry::perf::Engine& engine) noexcept;
    /// Ends the offer, if it was made, and waits for threads that are inside the engine by it.
    void withdraw() noexcept;

private:
    gantry_offer_function* offerFunction_ = nullptr;
    gantry_withdraw_function* withdrawFunction_ = nullptr;
    gantry_offer offer_{};
    bool isMade_ = false;
};

}  // namespace performance::native
