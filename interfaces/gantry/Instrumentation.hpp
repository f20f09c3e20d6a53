#pragma once

#include <gantry/CountedCalls.hpp>
#include <gantry/SwitchedTimer.hpp>
#include <gantry/ports.hpp>
#include <gantry/typeName.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ConnectionEvent.hpp>
#include <gov/cca/ports/ConnectionEventListener.hpp>
#include <gov/cca/ports/ConnectionEventService.hpp>
#include <gov/cca/ports/EventType.hpp>
#include <performance/Measurement.hpp>
#include <performance/Timer.hpp>
#include <performance/null/Timer.hpp>

#include <atomic>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace gantry {

/// The timer of one method of a component. It is the do-nothing twin until a performance component
/// is connected, so that code never tests for null. Reading it costs one atomic load. Made by
/// Instrumentation. Any thread may read it; connections change it under a lock of their own. It
/// keeps every timer that it ever had until the component ends, so that a call may stop the one it
/// started. Memory grows by one record for each connection of a backend.
///
/// Invariant: used_ is null or points to an element of all_, which never moves and is never removed
/// before this object ends.
class MethodTimer final {
public:
    /// The method's name, for the timer's. Idle at first. Made by Instrumentation::timer().
    explicit MethodTimer(std::string method) : method_(std::move(method)) {}
    ~MethodTimer() = default;
    MethodTimer(const MethodTimer&) = delete;
    MethodTimer& operator=(const MethodTimer&) = delete;

    /// As it was given; a part of the timer's name.
    [[nodiscard]] const std::string& method() const noexcept { return method_; }
    /// The timer to start now; stop the same one, not whatever active() gives later. The reference
    /// is valid as long as the component, also after a disconnection. For a scope use Timed, which
    /// is quicker.
    [[nodiscard]] performance::Timer& active() const noexcept {
        const Used* const used = used_.load(std::memory_order_acquire);
        return used != nullptr ? *used->timer : idle_;
    }
    /// As active(); null if starting it would record nothing: no backend, one that measures
    /// nothing, or a timer that is switched off (see SwitchedTimer). Costs four loads at most.
    /// Whether the answer is yes can change at any moment: start and stop the timer it gave.
    [[nodiscard]] performance::Timer* recording() const noexcept {
        const Used* const used = this->used();
        return used != nullptr ? used->timer : nullptr;
    }

private:
    friend class Instrumentation;
    friend class Timed;

    /// One connection's timer, with what was asked of it once: start and stop then need no look-up
    /// and no cast. Immutable after use(). `enabled` and `counted` are valid as long as the timer,
    /// which `owner` keeps.
    struct Used {
        explicit Used(std::shared_ptr<performance::Timer> made)
            : timer(made.get()), owner(std::move(made)) {
            if (auto* const switched = dynamic_cast<SwitchedTimer*>(timer)) {
                enabled = switched->enabled();
            }
            if (auto* const counting = dynamic_cast<CountingTimer*>(timer)) {
                counted = counting->countedCalls();
            }
        }

        void start() const {
            if (counted != nullptr && counted->begin()) [[likely]] {
                return;
            }
            timer->start();
        }
        void stop() const {
            if (counted != nullptr && counted->end()) [[likely]] {
                return;
            }
            timer->stop();
        }

        performance::Timer* timer;
        TimerSwitch enabled;
        CountedCalls* counted = nullptr;
        std::shared_ptr<performance::Timer> owner;
    };

    // Null as recording(). What it points to stays as long as the component. A pair of loads for
    // the pointer and the switch: the two may be of different moments, which costs one scope at
    // most.
    [[nodiscard]] const Used* used() const noexcept {
        const Used* const used = used_.load(std::memory_order_acquire);
        return used != nullptr && used->enabled.on() ? used : nullptr;
    }

    // Stays idle with a null timer. Under the lock of the listener: one connection at a time.
    // Throws std::bad_alloc, and changes nothing then.
    void use(Used used) {
        if (used.timer == nullptr) {
            idle();
            return;
        }
        all_.push_back(std::move(used));
        used_.store(&all_.back(), std::memory_order_release);
    }
    // Calls that run keep their timer.
    void idle() noexcept { used_.store(nullptr, std::memory_order_release); }

    // The do-nothing twin is a member, so that active() always has something to return.
    std::string method_;
    mutable performance::null::Timer idle_;
    std::atomic<const Used*> used_{nullptr};
    // A thread may be between start and stop of an earlier timer.
    std::list<Used> all_;
};

/// Times a scope: a method of a component, from here to the end of the block. Where nothing would
/// be recorded no port is called. The scope that was started is stopped, whatever is switched or
/// connected meanwhile. On the stack, in the thread that runs the scope. Costs four loads where
/// nothing is recorded, some ten instructions where the backend lets calls be counted (see
/// CountedCalls), and otherwise the backend's start and stop.
///
///     double integrate(double low, double high, int count) override {
///         const gantry::Timed timed(integrateTimer_);
///         ...                   measured to the end of the block, also if it throws
///     }
///
/// A start or stop of the backend that throws leaves: from the destructor it would end the program,
/// which is why backends' timers do not throw. Scopes of one thread nest.
class Timed final {
public:
    /// The component that timer belongs to outlives this object.
    explicit Timed(const MethodTimer& timer) : used_(timer.used()) {
        if (used_ != nullptr) {
            used_->start();
        }
    }
    ~Timed() {
        if (used_ != nullptr) {
            used_->stop();
        }
    }
    Timed(const Timed&) = delete;
    Timed& operator=(const Timed&) = delete;

private:
    const MethodTimer::Used* used_;
};

/// The measured side of a component: its timers, connected to whichever performance component the
/// assembly has.
///
///     class Midpoint final : public numeric::IntegratorPort, public gov::cca::Component {
///         gantry::Instrumentation measured_{typeid(Midpoint)};
///         gantry::MethodTimer& integrateTimer_ = measured_.timer("integrate");
///         ...  measured_.attach(services);                    in setServices
///         ...  gantry::Timed timed(integrateTimer_);          in integrate
///
/// A timer is named INSTANCE::METHOD, its type is the C++ class, its group is INSTANCE, so that
/// Control switches a component as a whole. The uses port is MeasurementPort; it may be connected
/// and disconnected at any time. A backend that throws while the timers are made leaves every
/// method as it was; a method for which it gives no timer is not measured.
///
/// Threads: timer() and attach() before the component is used; afterwards connections may come and
/// go on any thread while others measure. Each Timed costs what its class says; nothing is looked
/// up by name in a call.
///
/// What happens to the timers, and to a scope that runs at that moment:
///
///     Connected            every method gets a timer of the backend, or none does;
///                          the scope is not measured
///     swapped backend      timers of the new backend; the scope stops at the old one
///     DisconnectPending    timers do nothing; the scope stops at the old backend
class Instrumentation final {
public:
    /// The uses port and its SIDL type, for the description of a component: it is optional there,
    /// and attach() registers it where the description does not name it.
    static constexpr const char* kPortName = "MeasurementPort";
    static constexpr const char* kPortType = "performance.Measurement";

    /// Of the component's class: typeid(Midpoint) gives "integrators::Midpoint".
    explicit Instrumentation(const std::type_info& type) : Instrumentation(typeName(type)) {}
    /// For a component that is not a C++ class: type is the type of its timers.
    explicit Instrumentation(std::string type) : type_(std::move(type)) {}
    Instrumentation(const Instrumentation&) = delete;
    Instrumentation& operator=(const Instrumentation&) = delete;
    ~Instrumentation() { detach(); }

    /// Adds a method; the reference stays valid. Before attach. Throws std::bad_alloc.
    MethodTimer& timer(const std::string& method) { return timers_.emplace_back(method); }

    /// Registers the uses port, as far as the component has not done so, and follows its
    /// connection. Once, at the end of setServices. Throws what Services::registerUsesPort throws;
    /// PortAlreadyDefined for a second attach. What a backend throws later, when it is connected,
    /// is ignored by the framework. services is kept until detach().
    void attach(const std::shared_ptr<gov::cca::Services>& services) {
        if (!services->getPortProperties(kPortName)) {
            services->registerUsesPort(kPortName, kPortType, nullptr);
        }
        services->registerUsesPort(kEventPortName, "gov.cca.ports.ConnectionEventService", nullptr);
        listener_ = std::make_shared<Listener>(*this, services);
        const UsedPort<gov::cca::ports::ConnectionEventService> events(services, kEventPortName);
        events->addConnectionEventListener(gov::cca::ports::EventType::ALL, listener_);
    }

    /// Stops following and lets go of Services. From releaseServices; the destructor does it too.
    /// Waits for a connection event that is being handled. Timers that run stop where they began.
    /// Safe to call twice.
    void detach() noexcept {
        if (listener_) {
            listener_->end();
            listener_.reset();
        }
    }

private:
    // Served by the framework itself.
    static constexpr const char* kEventPortName = "MeasurementConnectionEvents";

    /// Connection events may come from any thread, and after the component has ended: the listener
    /// is shared with the framework, and knows by owner_ whether there still is a component. The
    /// lock is held while timers are made, so that a component does not end meanwhile.
    class Listener final : public gov::cca::ports::ConnectionEventListener {
    public:
        Listener(Instrumentation& owner, std::shared_ptr<gov::cca::Services> services)
            : owner_(&owner), services_(std::move(services)) {}

        /// Called by the framework; what it throws is dropped there. Events of other ports are
        /// ignored.
        void connectionActivity(
            const std::shared_ptr<gov::cca::ports::ConnectionEvent>& event) override {
            const std::lock_guard lock(mutex_);
            if (!owner_ || event->getPortInfo()->getString("cca.portName", "") != kPortName) {
                return;
            }
            const auto type = event->getEventType();
            // Where the provider was swapped, the new one was connected before the old one went.
            const bool isSwapped =
                type == gov::cca::ports::EventType::Disconnected && isConnected();
            if (type == gov::cca::ports::EventType::Connected || isSwapped) {
                owner_->connect(services_);
            } else if (type == gov::cca::ports::EventType::DisconnectPending) {
                owner_->disconnect();
            }
        }

        void end() noexcept {
            const std::lock_guard lock(mutex_);
            owner_ = nullptr;
            services_.reset();
        }

    private:
        // Takes and returns a use of the port, so that it blocks nothing.
        [[nodiscard]] bool isConnected() const {
            const bool is = services_->getPortNonblocking(kPortName) != nullptr;
            if (is) {
                services_->releasePort(kPortName);
            }
            return is;
        }

        std::mutex mutex_;
        Instrumentation* owner_;
        std::shared_ptr<gov::cca::Services> services_;
    };

    /// Timers are named here and not in timer(): the instance's name is known by Services only.
    void connect(const std::shared_ptr<gov::cca::Services>& services) {
        const UsedPort<performance::Measurement> measurement(services, kPortName);
        const std::string instance = services->getComponentID()->getInstanceName();
        // All are made before the first one is used: where the backend throws, nothing has
        // changed.
        std::vector<MethodTimer::Used> made;
        for (const MethodTimer& timer : timers_) {
            made.emplace_back(measurement->createTimerWithNameTypeGroup(
                instance + "::" + timer.method(), type_, instance));
        }
        for (std::size_t i = 0; i < made.size(); ++i) {
            timers_[i].use(std::move(made[i]));
        }
    }

    // The objects stay in MethodTimer::all_: scopes may still stop them.
    void disconnect() noexcept {
        for (MethodTimer& timer : timers_) {
            timer.idle();
        }
    }

    // Of the timers: the C++ class.
    std::string type_;
    // A deque, as references to its elements stay valid when it grows.
    std::deque<MethodTimer> timers_;
    // Null before attach() and after detach().
    std::shared_ptr<Listener> listener_;
};

}  // namespace gantry
