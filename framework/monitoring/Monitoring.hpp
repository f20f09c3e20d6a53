#pragma once

#include <framework/Monitoring.hpp>
#include <gov/cca/Port.hpp>
#include <wiring/Watcher.hpp>

#include <memory>
#include <string>
#include <vector>

#include "core/AssemblyCore.hpp"
#include "guard/Guarding.hpp"
#include "monitoring/ProbePlan.hpp"

namespace gantry::framework {

/// Puts proxies into the connections of an assembly and takes them out again. Used under its lock.
/// Errors are gantry::Error; after one all is as it was.
class Monitoring final {
public:
    Monitoring(AssemblyCore& core, Guarding& guarding) : core_(core), guarding_(guarding) {}

    /// As Framework::monitor.
    void monitor(const MonitorRequest& request);
    /// provider may be empty if the port has one connection.
    void unmonitor(const std::string& user, const std::string& usesPort,
                   const std::string& provider);
    /// Monitors every connection whose user and uses port match, those to come as well.
    void monitorEach(const std::string& user, const std::string& usesPort,
                     const MonitorOptions& options);
    /// Ends all monitoring.
    void unmonitorAll();
    /// As Framework::monitored.
    [[nodiscard]] std::vector<MonitoredConnection> list() const;

    /// Notifies watcher of the calls of a connection, of one method or of all if it is empty; in
    /// the place of the watcher before. Monitoring and watching do not disturb each other.
    void watch(const ConnectionPointer& connection, const std::string& method,
               const std::shared_ptr<wiring::Watcher>& watcher);
    /// Ends watching; does nothing if the connection is not watched.
    void unwatch(const ConnectionPointer& connection);

    /// What the user of a new connection is to get: a proxy where the connection is monitored from
    /// its beginning, else direct. Does not throw: what prevents a proxy is kept for list.
    std::shared_ptr<gov::cca::Port> prepare(Connection& connection,
                                            const std::shared_ptr<gov::cca::Port>& direct);

    /// The probes of a connection as those of the same connection with another provider. Throws
    /// what the maker of timers throws.
    [[nodiscard]] std::vector<PlannedProbe> renamed(const std::vector<PlannedProbe>& probes,
                                                    const Connection& next) const;

private:
    /// What is asked for connections to come.
    struct MonitoringRule {
        std::string user;
        std::string usesPort;
        MonitorOptions options;
        SamplingFactory sampling;
    };
    /// How a proxy is to observe, for the functions below.
    struct Making {
        const MonitorOptions& options;
        const SamplingFactory& sampling;
        ProbePlan::Unknown unknown;
    };

    /// Why a connection cannot be monitored; empty if it can.
    [[nodiscard]] std::string refusal(const Connection& connection) const;
    [[nodiscard]] ConnectionPointer require(const std::string& user, const std::string& usesPort,
                                            const std::string& provider) const;
    [[nodiscard]] ProbeTools toolsFor(const MonitorOptions& options) const;
    /// The connection's proxy, or a new one that stands nowhere yet, observing.
    [[nodiscard]] std::shared_ptr<InstalledProxy> proxyFor(
        const Connection& connection, const std::shared_ptr<gov::cca::Port>& direct,
        const Making& making) const;
    /// As an order says, unless it has nothing to say of this connection.
    void applyRule(Connection& connection, const std::shared_ptr<gov::cca::Port>& direct,
                   const MonitoringRule& rule) const;
    static void requireMethod(const Connection& connection, const InstalledProxy& proxy,
                              const std::string& method);
    /// connection: its name for messages. A null watcher ends watching.
    static void setWatcher(InstalledProxy& proxy, const std::string& connection,
                           const std::string& method,
                           const std::shared_ptr<wiring::Watcher>& watcher);
    /// "USER.PORT -> PROVIDER.PORT"
    [[nodiscard]] static std::string nameOf(const Connection& connection);
    static void put(Connection& connection, std::shared_ptr<InstalledProxy> proxy);
    /// Ends the observation but for a watcher's, and the proxy if it exists for nothing
    /// else.
    static void end(Connection& connection);

    AssemblyCore& core_;
    Guarding& guarding_;
    std::vector<MonitoringRule> rules_;
};

}  // namespace gantry::framework
