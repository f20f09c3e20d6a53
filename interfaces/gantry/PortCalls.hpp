#pragma once

#include <gantry/CallSwitch.hpp>
#include <gantry/Proxy.hpp>

#include <memory>
#include <utility>

namespace gantry {

/// A used port for calls that are short and many. Where the connection is guarded, a call through
/// the port goes to the proxy and from there to the provider; a call through this goes to the
/// provider in place, pinned as the proxy would pin it, and saves the proxy's virtual call:
///
///     const gantry::PortCalls<numeric::FunctionPort> function(port);   // once
///     sum += function->evaluate(x);                                    // often
///
/// It follows the connection as the port does: it may be swapped and monitored at any time (the
/// calls of a port that is observed go through the proxy). Where the connection is direct it calls
/// the port. It keeps the port alive; releasing it is up to who got it. Threads may share it; it is
/// quick on the thread that made it, so let each make its own.
///
/// Made in the component that uses the port, whose library the proxy is compiled in. Making it
/// costs a dynamic cast; what a call costs: docs/figures.md.
///
///     calls                              use
///     one in a method, or a few          UsedPort, or used<Port>() of ComponentWith
///     many short ones in a loop          PortCalls of the port, made before the loop
///     many, each long                    the port: what is saved does not matter
template <class Port>
class PortCalls final {
public:
    /// One call, to the end of the expression in which it stands, however it ends. An exception
    /// ends it as a return does. Calls may nest. It is not copied or moved: the pin belongs to this
    /// place on the stack of its thread.
    class Call final {
    public:
        ~Call() {
            if (pin_ != nullptr) {
                pin_->store(nullptr, std::memory_order_release);
            }
        }
        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;

        [[nodiscard]] Port* operator->() const noexcept { return port_; }

    private:
        friend class PortCalls;

        // Where anything is not as it mostly is, the call goes to the port. The two conditions that
        // it verifies after pinning are those of the protocol in PinTable.hpp: the target is still
        // the present one, and nobody observes it.
        explicit Call(const PortCalls& owner) noexcept : port_(owner.port_.get()) {
            PinSlot* const home = owner.home_;
            if (home->thread.load(std::memory_order_relaxed) != PinTable::thisThread()) {
                return;
            }
            PinSlot::Pin* const pin = home->free();
            if (pin == nullptr) [[unlikely]] {
                return;
            }
            const CallTarget* const target = owner.calls_->pinOnce(*pin);
            if (!owner.calls_->isCurrent(target) || target->isObserved()) [[unlikely]] {
                pin->store(nullptr, std::memory_order_release);
                return;
            }
            port_ = &target->template port<Port>();
            pin_ = pin;
        }

        // The provider's port if pin_ is set, else the port itself: maybe the proxy.
        Port* port_;
        PinSlot::Pin* pin_ = nullptr;
    };

    /// port is not null. Copies share the port; a copy made on another thread is as slow there as
    /// this one. Does not throw.
    explicit PortCalls(std::shared_ptr<Port> port) : port_(std::move(port)) {
        if (Proxy* const proxy = dynamic_cast<Proxy*>(port_.get())) {
            calls_ = &proxy->callSwitch();
            home_ = calls_->home();
        }
    }

    /// Any thread. The result lives to the end of the full expression: do not keep it.
    [[nodiscard]] Call operator->() const noexcept { return Call(*this); }

private:
    // What getPort gave: a proxy, or the provider's own.
    std::shared_ptr<Port> port_;
    // Of the proxy; null for a direct connection, for which home_ is then never the thread's.
    const CallSwitch* calls_ = nullptr;
    /// Where the slot of the thread that made this may be; other threads find theirs more slowly.
    PinSlot* home_ = CallSwitch::nobody();
};

}  // namespace gantry
