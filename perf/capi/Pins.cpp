#include "Pins.hpp"

#include <new>
#include <utility>

namespace gantry::capi {

// One of each thread.
constinit thread_local Pin* pinOfThread = nullptr;

namespace {

constinit std::atomic<Pin*> pins{nullptr};

struct PinRelease {
    PinRelease() = default;
    PinRelease(const PinRelease&) = delete;
    PinRelease& operator=(const PinRelease&) = delete;
    ~PinRelease() {
        if (Pin* const pin = std::exchange(pinOfThread, nullptr)) {
            pin->taken.store(false, std::memory_order_release);
        }
    }
};

}  // namespace

Pin* firstPin() noexcept {
    return pins.load(std::memory_order_acquire);
}

// Pins are put in front of a list that only grows, by as many as there are threads at a time.
Pin* takePin() noexcept {
    static thread_local PinRelease release;
    (void)release;
    for (Pin* pin = firstPin(); pin != nullptr; pin = pin->next) {
        bool taken = false;
        if (pin->taken.compare_exchange_strong(taken, true)) {
            return pin;
        }
    }
    Pin* const pin = new (std::nothrow) Pin;
    if (pin != nullptr) {
        pin->next = pins.load(std::memory_order_relaxed);
        while (!pins.compare_exchange_weak(pin->next, pin)) {
        }
    }
    return pin;
}

void releasePinsOfOthers() noexcept {
    for (Pin* pin = pins.load(); pin != nullptr; pin = pin->next) {
        if (pin != pinOfThread) {
            pin->inUse.store(nullptr);
            pin->taken.store(false);
        }
    }
}

}  // namespace gantry::capi
