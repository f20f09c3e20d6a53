#pragma once

#include <gantry/Error.hpp>
#include <gantry/MethodProbe.hpp>
#include <gov/cca/Port.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gantry {

/// Where the calls of a proxy go: a provider's port, and the probes that observe the calls to it.
/// Calls read it without a lock; one thread at a time changes its probes. It keeps every probe that
/// it ever had, so that a call may go on using the one it began with.
///
/// Invariant: probe(m) is null or an element of kept_. The number of methods and the port never
/// change; a swap of the provider makes another target (CallSwitch). Made by proxies; the framework
/// keeps it while a call may be in it.
///
/// Cost: 8 bytes for each method, and the probes; a call that is not observed reads isObserved()
/// alone.
class CallTarget final {
public:
    /// port is not null and is kept; numMethods: of its interface. Throws std::bad_alloc. At first
    /// no method is observed.
    template <class Port>
    CallTarget(const std::shared_ptr<Port>& port, std::size_t numMethods)
        : port_(port.get()),
          active_(new std::atomic<const MethodProbe*>[numMethods]()),
          numMethods_(numMethods),
          owner_(port) {}
    ~CallTarget() = default;
    CallTarget(const CallTarget&) = delete;
    CallTarget& operator=(const CallTarget&) = delete;

    /// The port; Port is the type it was made with. Not checked: another type is undefined
    /// behaviour.
    template <class Port>
    [[nodiscard]] Port& port() const noexcept {
        return *static_cast<Port*>(port_);
    }

    /// Whether any method is observed. Any thread; costs one load. Quicker than probe() for calls
    /// of which most are not observed.
    [[nodiscard]] bool isObserved() const noexcept {
        return isObserved_.load(std::memory_order_acquire);
    }
    /// The probe of a method that exists; null if it is not observed. Any thread; costs two loads.
    /// What it points to lives as long as the target. Acquire, so that the probe's members are seen
    /// as they were when it was set.
    [[nodiscard]] const MethodProbe* probe(std::size_t method) const noexcept {
        return active_[method].load(std::memory_order_acquire);
    }

    /// As Proxy::observe. Release, so that a call which sees the probe sees its contents.
    /// isObserved() is a summary, stored last; a call that reads it too early goes unobserved. Null
    /// ends the observation. Throws std::out_of_range and std::bad_alloc, and changes nothing then.
    /// O(methods + probes so far); memory grows with each probe that is new.
    ///
    ///     target->observe(0, probe);       // the next call of method 0 is observed
    ///     target->observe(0, nullptr);     // the next one is not
    void observe(std::size_t method, std::shared_ptr<const MethodProbe> probe) {
        if (method >= numMethods_) {
            throw std::out_of_range("gantry::Proxy: there is no method " + std::to_string(method) +
                                    "; this proxy has " + std::to_string(numMethods_));
        }
        const MethodProbe* const observing = probe.get();
        if (probe && std::find(kept_.begin(), kept_.end(), probe) == kept_.end()) {
            kept_.push_back(std::move(probe));
        }
        active_[method].store(observing, std::memory_order_release);
        bool any = false;
        for (std::size_t i = 0; i < numMethods_; ++i) {
            any = any || this->probe(i) != nullptr;
        }
        isObserved_.store(any, std::memory_order_release);
    }

private:
    // The address as a Port, kept without its type: this class is the same for all ports, and
    // its users know the type.
    void* port_;
    // Whether any element of active_ is not null.
    std::atomic<bool> isObserved_{false};
    // By the number of the method; null: not observed.
    std::unique_ptr<std::atomic<const MethodProbe*>[]> active_;
    // Of the interface; probe() does not test it, as its callers are generated.
    std::size_t numMethods_;
    // Keeps the provider's port, and with it the provider and its library, alive.
    std::shared_ptr<void> owner_;
    // A call may have begun with an earlier probe.
    std::vector<std::shared_ptr<const MethodProbe>> kept_;
};

/// A target for calls of an interface with that many methods. port is not null. Throws
/// std::bad_alloc.
template <class Port>
std::shared_ptr<CallTarget> makeCallTarget(const std::shared_ptr<Port>& port,
                                           std::size_t numMethods) {
    return std::make_shared<CallTarget>(port, numMethods);
}

/// As makeCallTarget, for a port of any type. Throws BadPortType if port, which is not null, is of
/// another type. portType is for the message: the SIDL name. What a generated proxy's
/// callTargetFor() does. Costs a dynamic cast and the allocation of the target.
template <class Port>
std::shared_ptr<CallTarget> targetOf(const std::shared_ptr<gov::cca::Port>& port,
                                     std::size_t numMethods, const char* portType) {
    const auto typed = std::dynamic_pointer_cast<Port>(port);
    if (!typed) {
        throw Error(
            gov::cca::CCAExceptionType::BadPortType,
            std::string("a proxy of type ") + portType + " cannot wrap a port of another type");
    }
    return makeCallTarget(typed, numMethods);
}

}  // namespace gantry
