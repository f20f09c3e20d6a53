#include <gantry/MeasurementBase.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ComponentRelease.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ConnectionEvent.hpp>
#include <gov/cca/ports/ConnectionEventListener.hpp>
#include <gov/cca/ports/ConnectionEventService.hpp>
#include <gov/cca/ports/EventType.hpp>
#include <performance/Measurement.hpp>

#include <array>
#include <charconv>
#include <mutex>
#include <sstream>

#include "BackendSet.hpp"
#include "SharedControl.hpp"
#include "SharedEvent.hpp"
#include "SharedMonitor.hpp"
#include "SharedQuery.hpp"
#include "SharedTimer.hpp"
#include "SharedTracker.hpp"

namespace performance {
namespace {

using gov::cca::CCAExceptionType;
using gov::cca::ports::EventType;

constexpr const char* kType = "performance.Measurement";
constexpr std::string_view kPortPrefix = "backend";
constexpr const char* kEventPort = "BackendConnectionEvents";
constexpr std::array kProvides{
    gantry::PortDescription{"MeasurementPort", kType},
    gantry::PortDescription{"MonitorPort", "performance.Monitor"},
    gantry::PortDescription{"PerfParamPort", "performance.PerfParam"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::PortDescription{"backend1", kType, false},
                           gantry::PortDescription{"backend2", kType, false},
                           gantry::PortDescription{"backend3", kType, false},
                           gantry::PortDescription{"backend4", kType, false}};
constexpr std::array kParameters{
    gantry::ParameterDescription{"configuration", "backends", "int", "4",
                                 "Number of uses ports backend1, backend2, ...", "4", "1000"},
    gantry::ParameterDescription{"configuration", "active", "string", "",
                                 "The uses ports whose backends measure, separated by commas, such "
                                 "as backend2; empty: all that are connected; may be changed at "
                                 "any time, and then at once for all of them"}};
constexpr auto kDescription =
    gantry::describe({"performance.Multiplexer", "1.0",
                      "Several performance backends at once, or one that is swapped during a run"},
                     kProvides, kUses, kParameters);

// The number in "backendN"; 0 for any other name.
std::size_t portNumber(std::string_view name) {
    std::size_t number = 0;
    if (name.starts_with(kPortPrefix)) {
        name.remove_prefix(kPortPrefix.size());
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (error != std::errc() || end != name.data() + name.size() || name.front() == '0') {
            return 0;
        }
    }
    return number;
}

// Notifies the set of every backend that comes and goes, until the component ends.
class BackendListener final : public gov::cca::ports::ConnectionEventListener {
public:
    BackendListener(std::shared_ptr<multiplexer::BackendSet> shared, const Measurement& own,
                    std::shared_ptr<gov::cca::Services> services)
        : shared_(std::move(shared)), own_(&own), services_(std::move(services)) {}

    void connectionActivity(
        const std::shared_ptr<gov::cca::ports::ConnectionEvent>& event) override {
        const std::lock_guard lock(mutex_);
        const std::string port = event->getPortInfo()->getString("cca.portName", "");
        const std::size_t number = portNumber(port);
        if (!services_ || number == 0) {
            return;
        }
        if (event->getEventType() == EventType::Connected) {
            // A multiplexer that is connected with itself would call itself without end.
            if (auto backend = fetch(port); backend && backend.get() != own_) {
                shared_->connect(number, std::move(backend));
            }
        } else if (event->getEventType() == EventType::DisconnectPending) {
            shared_->disconnect(number);
        }
    }

    // What is connected stays with the measuring objects, which may outlive the component.
    void end() noexcept {
        const std::lock_guard lock(mutex_);
        services_.reset();
    }

private:
    // Not counted as a use, so that it can be disconnected at any time; the pointer keeps the
    // backend's component alive.
    // The port is fetched at the event, since it cannot be fetched where calls are measured: that
    // takes a lock.
    std::shared_ptr<Measurement> fetch(const std::string& port) const {
        const std::shared_ptr<gov::cca::Port> fetched = services_->getPort(port);
        services_->releasePort(port);
        return gantry::castPort<Measurement>(fetched, port);
    }

    std::mutex mutex_;
    std::shared_ptr<multiplexer::BackendSet> shared_;
    const Measurement* own_;
    std::shared_ptr<gov::cca::Services> services_;
};

}  // namespace

class Multiplexer final : public gantry::MeasurementBase,
                          public gov::cca::Component,
                          public gov::cca::ComponentRelease {
public:
    explicit Multiplexer(std::shared_ptr<const gantry::Library> library)
        : library_(std::move(library)),
          shared_(gantry::makeHeld<multiplexer::BackendSet>(*library_, library_)),
          monitor_(make<multiplexer::SharedMonitor>()) {}
    Multiplexer(const Multiplexer&) = delete;
    Multiplexer& operator=(const Multiplexer&) = delete;
    ~Multiplexer() override { end(); }

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->registerUsesPort(kEventPort, "gov.cca.ports.ConnectionEventService", nullptr);
        parameters_.attach(services, kDescription, "configuration",
                           [this](const std::string& key) { change(key); });
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "MeasurementPort", kType,
                                  nullptr);
        services->addProvidesPort(getMonitor(), "MonitorPort", "performance.Monitor", nullptr);
        services->addProvidesPort(getPerfParam(), "PerfParamPort", "performance.PerfParam",
                                  nullptr);
        listener_ = std::make_shared<BackendListener>(shared_, *this, services);
        const gantry::UsedPort<gov::cca::ports::ConnectionEventService> events(services,
                                                                               kEventPort);
        events->addConnectionEventListener(EventType::ALL, listener_);
        services->registerForRelease(gantry::own<gov::cca::ComponentRelease>(this));
    }
    void releaseServices(const std::shared_ptr<gov::cca::Services>&) override { end(); }

    std::shared_ptr<Timer> createTimerWithNameTypeGroup(const std::string& name,
                                                        const std::string& type,
                                                        const std::string& group) override {
        return make<multiplexer::SharedTimer<Timer>>(multiplexer::Identity{name, type, group});
    }
    std::shared_ptr<Phase> createPhaseWithNameTypeGroup(const std::string& name,
                                                        const std::string& type,
                                                        const std::string& group) override {
        return make<multiplexer::SharedTimer<Phase>>(multiplexer::Identity{name, type, group});
    }
    std::shared_ptr<Query> createQuery() override { return make<multiplexer::SharedQuery>(); }
    std::shared_ptr<MemoryTracker> createMemoryTracker() override {
        return tracker<MemoryTracker>();
    }
    std::shared_ptr<MemoryHeadroomTracker> createMemoryHeadroomTracker() override {
        return tracker<MemoryHeadroomTracker>();
    }
    std::shared_ptr<Event> createEventWithName(const std::string& name) override {
        return make<multiplexer::SharedEvent>(name);
    }
    std::shared_ptr<ContextEvent> createContextEventWithName(const std::string& name) override {
        return make<multiplexer::SharedContextEvent>(name);
    }
    std::shared_ptr<Control> createControl() override { return make<multiplexer::SharedControl>(); }
    std::shared_ptr<Monitor> getMonitor() override { return monitor_; }
    std::shared_ptr<PerfParam> getPerfParam() override { return monitor_; }

private:
    template <class T, class... Arguments>
    std::shared_ptr<T> make(Arguments&&... arguments) {
        return gantry::makeHeld<T>(*library_, shared_, std::forward<Arguments>(arguments)...);
    }
    template <class Interface>
    std::shared_ptr<Interface> tracker() {
        auto made = make<multiplexer::SharedTracker<Interface>>();
        shared_->addFollower(made);
        return made;
    }

    void change(const std::string& key) {
        if (key == "backends") {
            setPorts(static_cast<std::size_t>(parameters_.getInt(key)));
        } else if (key == "active") {
            shared_->setActive(readPorts(parameters_.getString(key)));
        }
    }

    // A port that goes is disconnected.
    // Ports are numbered without gaps, so the last ones go first.
    void setPorts(std::size_t wanted) {
        const auto name = [](std::size_t port) {
            return std::string(kPortPrefix) + std::to_string(port);
        };
        for (; ports_ < wanted; ++ports_) {
            services_->registerUsesPort(name(ports_ + 1), kType, nullptr);
        }
        for (; ports_ > wanted; --ports_) {
            services_->unregisterUsesPort(name(ports_));
        }
    }

    std::vector<std::size_t> readPorts(const std::string& list) const {
        std::vector<std::size_t> ports;
        std::istringstream names(list);
        for (std::string name; std::getline(names, name, ',');) {
            const std::size_t number = portNumber(name);
            if (number == 0 || number > ports_) {
                throw gantry::Error(CCAExceptionType::BadProperties,
                                    "active: '" + name +
                                        "' is not a port for a backend; there are " +
                                        "backend1 to backend" + std::to_string(ports_) +
                                        ", to be separated by commas without blanks");
            }
            ports.push_back(number);
        }
        return ports;
    }

    void end() noexcept {
        if (listener_) {
            listener_->end();
        }
    }

    std::shared_ptr<const gantry::Library> library_;
    std::shared_ptr<multiplexer::BackendSet> shared_;
    std::shared_ptr<multiplexer::SharedMonitor> monitor_;
    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    std::shared_ptr<BackendListener> listener_;
    std::size_t ports_ = kUses.size();
};

}  // namespace performance

GANTRY_COMPONENT(performance::Multiplexer, performance::kDescription);
