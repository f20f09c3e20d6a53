#pragma once

#include <framework/Monitoring.hpp>
#include <gantry/CallSwitch.hpp>
#include <gantry/Proxy.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Port.hpp>

#include <memory>
#include <span>
#include <vector>

#include "core/PlannedProbe.hpp"

namespace gantry::framework {

/// A proxy that is in a connection. Used under the lock of the assembly. Owned by its connection;
/// users hold the proxy itself, which may live longer.
class InstalledProxy final {
public:
    /// A provider before which the proxy stands, and what it observes of the calls to it.
    struct Side {
        /// The provider's own port, as a direct connection hands it out.
        std::shared_ptr<gov::cca::Port> direct{};
        std::shared_ptr<CallTarget> target{};
        /// One for each method; without a probe if it is not observed.
        std::vector<PlannedProbe> observed{};
    };

    /// direct: what the user would get without the proxy.
    InstalledProxy(PortProxy proxy, std::shared_ptr<gov::cca::Port> direct);
    /// Observes nothing any more, also for users that still hold the proxy.
    ~InstalledProxy();
    InstalledProxy(const InstalledProxy&) = delete;
    InstalledProxy& operator=(const InstalledProxy&) = delete;

    /// What the user calls.
    [[nodiscard]] const std::shared_ptr<gov::cca::Port>& port() const noexcept {
        return proxy_.port;
    }
    /// The proxy, whose code the targets need to end.
    [[nodiscard]] const std::shared_ptr<Proxy>& generated() const noexcept { return proxy_.proxy; }
    [[nodiscard]] const CallSwitch& calls() const noexcept { return proxy_.proxy->callSwitch(); }
    [[nodiscard]] const std::shared_ptr<gov::cca::Port>& direct() const noexcept {
        return side_.direct;
    }
    [[nodiscard]] std::span<const MethodDescription> methods() const noexcept {
        return proxy_.proxy->methods();
    }

    /// Observes a method from its next call on.
    void observe(PlannedProbe planned);
    /// Observes nothing from now on.
    void unobserve() noexcept;
    /// The observed methods, in the order of the interface.
    [[nodiscard]] std::vector<MonitoredMethod> observed() const;
    [[nodiscard]] const std::vector<PlannedProbe>& probes() const noexcept {
        return side_.observed;
    }
    [[nodiscard]] bool isObserving() const noexcept;

    /// Another provider, with these probes, one for each method. Throws BadPortType if direct is
    /// a port of another type.
    [[nodiscard]] Side sideOf(std::shared_ptr<gov::cca::Port> direct,
                              std::vector<PlannedProbe> probes) const;
    /// Lets calls that begin from now on go to another provider; the side before, to which calls
    /// still go that began there.
    [[nodiscard]] Side exchange(Side next) noexcept;

private:
    PortProxy proxy_;
    Side side_;
};

}  // namespace gantry::framework
