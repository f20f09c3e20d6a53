// Monitoring and guarding share one proxy per connection. The proxy stays while either of them
// needs it, or a watcher does: `end` removes only the probes if the connection is guarded, watched,
// or its provider is being swapped.
//
// A probe is never changed after a proxy has it, because calls read it without a lock. Every change
// makes a new probe and replaces the pointer; the target keeps the old one until it ends itself.
//
// MonitoringRules apply to later connections. A rule that fails for one connection does not prevent
// the connection: the reason is kept in reasonNotMonitored and shown by list.

#include "monitoring/Monitoring.hpp"

#include <base/text/GlobPattern.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

#include "core/Failure.hpp"
#include "monitoring/withWatcher.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

constexpr const char* kMeasurementType = "performance.Measurement";
constexpr const char* kMonitorType = "performance.Monitor";
constexpr const char* kPerformancePackage = "performance.";

std::string typeOf(const Connection& connection) {
    return connection.user->ports().require(connection.usesPort, false).type;
}

template <class Port>
std::shared_ptr<Port> castTo(const std::shared_ptr<gov::cca::Port>& port, const char* type) {
    auto typed = std::dynamic_pointer_cast<Port>(port);
    if (!typed) {
        throw Error(CCAExceptionType::BadPortType,
                    std::string("the port that is described as ") + type + " is of another type");
    }
    return typed;
}

/// Whether connections of ports of that type are left out without a word.
bool isMeasuring(const std::string& type) {
    return type.rfind(kPerformancePackage, 0) == 0;
}

/// For the performance ports of both sides.
void noteTimed(const Connection& connection, const std::string& name) {
    connection.user->noteTimedConnection(name);
    connection.provider->noteTimedConnection(name);
}

bool isMonitored(const Connection& connection) {
    return connection.proxy && connection.proxy->isObserving();
}

}  // namespace

std::string Monitoring::nameOf(const Connection& connection) {
    return connection.user->name() + '.' + connection.usesPort + " -> " +
           connection.provider->name() + '.' + connection.providesPort;
}

std::string Monitoring::refusal(const Connection& connection) const {
    const std::string type = typeOf(connection);
    const std::string port =
        "uses port '" + connection.user->name() + '.' + connection.usesPort + "' (" + type + ") ";
    if (isMeasuring(type)) {
        return port +
               "is part of the measuring itself; ports of the package performance are not "
               "monitored";
    }
    if (!connection.user->proxyMaker(connection.usesPort)) {
        return port + "cannot be monitored: component class '" + connection.user->className() +
               "' was built without a proxy for it; describe the port with gantry::uses and build "
               "it again (docs/guide/monitoring.md)";
    }
    return {};
}

ConnectionPointer Monitoring::require(const std::string& user, const std::string& usesPort,
                                      const std::string& provider) const {
    const auto instance = core_.instance(user);
    const PortView port = instance->ports().require(usesPort, false);
    const std::string full = "uses port '" + user + '.' + usesPort + "' (" + port.type + ") ";
    if (port.service) {
        throw Error(CCAExceptionType::BadPortType,
                    full +
                        "is served by the framework; only connections between components are "
                        "monitored");
    }
    // Throws with a suggestion for an unknown name, which is better than "not connected to".
    if (!provider.empty()) {
        (void)core_.instance(provider);
    }
    auto found = core_.connections().usedBy(*instance, usesPort);
    std::erase_if(found, [&](const ConnectionPointer& c) {
        return !provider.empty() && c->provider->name() != provider;
    });
    if (found.empty()) {
        throw Error(CCAExceptionType::PortNotConnected,
                    full + "is not connected" + (provider.empty() ? "" : " to '" + provider + "'") +
                        "; connect it first");
    }
    if (found.size() > 1) {
        throw Error(CCAExceptionType::BadProperties,
                    full + "has " + std::to_string(found.size()) +
                        " connections; name the provider of one, such as '" +
                        found.front()->provider->name() + "'");
    }
    return found.front();
}

// Throws before a proxy exists, so that a request without a backend changes nothing.
ProbeTools Monitoring::toolsFor(const MonitorOptions& options) const {
    ProbeTools tools;
    std::shared_ptr<Instance> backend;
    if (options.timed) {
        const CommonProvider provider = core_.commonProvider(kMeasurementType, nullptr);
        backend = provider.instance;
        tools.measurement = castTo<performance::Measurement>(provider.port, kMeasurementType);
    }
    if (options.recorded) {
        // Of several monitors the one of the backend that times: times and records then have one
        // source.
        tools.monitor = castTo<performance::Monitor>(
            core_.commonProvider(kMonitorType, backend).port, kMonitorType);
    }
    return tools;
}

// The timer of a method is registered here and not at the first call, which would pay for it.
std::shared_ptr<InstalledProxy> Monitoring::proxyFor(const Connection& connection,
                                                     const std::shared_ptr<gov::cca::Port>& direct,
                                                     const Making& making) const {
    if (const std::string reason = refusal(connection); !reason.empty()) {
        throw Error(CCAExceptionType::BadPortType, reason);
    }
    std::shared_ptr<InstalledProxy> proxy = connection.proxy;
    if (!proxy) {
        proxy = guarding_.makeProxy(connection, direct);
    }
    const ProbePlan plan(proxy->methods(), making.options, making.unknown);
    auto probes = plan.make({connection.user->name(), nameOf(connection), typeOf(connection)},
                            toolsFor(making.options), making.sampling);
    if (making.options.timed && !probes.empty()) {
        noteTimed(connection, nameOf(connection));
    }
    const std::vector<PlannedProbe> before = proxy->probes();
    for (PlannedProbe& planned : probes) {
        const std::size_t method = planned.method;
        if (const auto watcher = watcherOf(before.at(method))) {
            // A watcher stays whatever is monitored: the new probe carries it on.
            planned = withWatcher(std::move(planned), watcher, proxy->methods()[method], "");
        }
        proxy->observe(std::move(planned));
    }
    return proxy;
}

// The user's next getPort gives the other port; what it holds already stays valid.
void Monitoring::put(Connection& connection, std::shared_ptr<InstalledProxy> proxy) {
    // Dropped last: it may be the last owner of the proxy.
    const std::shared_ptr<gov::cca::Port> former = connection.user->ports().exchange(
        connection.usesPort, connection.serial, proxy ? proxy->port() : connection.proxy->direct());
    connection.proxy = std::move(proxy);
}

void Monitoring::end(Connection& connection) {
    const std::vector<PlannedProbe> before = connection.proxy->probes();
    const auto isWatched = [](const PlannedProbe& planned) {
        return watcherOf(planned) != nullptr;
    };
    if (connection.guarded || connection.retiring ||
        std::any_of(before.begin(), before.end(), isWatched)) {
        connection.proxy->unobserve();
        for (std::size_t method = 0; method < before.size(); ++method) {
            if (const auto watcher = watcherOf(before[method])) {
                PlannedProbe planned;
                planned.method = method;
                connection.proxy->observe(withWatcher(std::move(planned), watcher,
                                                      connection.proxy->methods()[method],
                                                      nameOf(connection)));
            }
        }
    } else {
        put(connection, nullptr);
    }
}

void Monitoring::monitor(const MonitorRequest& request) {
    const ConnectionPointer connection = require(request.user, request.usesPort, request.provider);
    const SamplingFactory sampling(request.options.contracts);
    const auto direct = connection->proxy ? connection->proxy->direct()
                                          : connection->user->ports().linked(connection->usesPort,
                                                                             connection->serial);
    auto made =
        proxyFor(*connection, direct, {request.options, sampling, ProbePlan::Unknown::Refuse});
    if (made != connection->proxy) {
        put(*connection, std::move(made));
    }
    connection->reasonNotMonitored.clear();
}

void Monitoring::unmonitor(const std::string& user, const std::string& usesPort,
                           const std::string& provider) {
    const ConnectionPointer connection = require(user, usesPort, provider);
    if (!isMonitored(*connection)) {
        throw Error(CCAExceptionType::BadProperties,
                    "connection " + nameOf(*connection) + " is not monitored");
    }
    end(*connection);
}

void Monitoring::applyRule(Connection& connection, const std::shared_ptr<gov::cca::Port>& direct,
                           const MonitoringRule& rule) const {
    if (connection.isService || isMeasuring(typeOf(connection)) ||
        !matches(connection.info(), rule.user, rule.usesPort)) {
        return;
    }
    Failure failure;
    try {
        auto made =
            proxyFor(connection, direct, {rule.options, rule.sampling, ProbePlan::Unknown::Ignore});
        if (connection.proxy || made->isObserving()) {
            connection.proxy = std::move(made);
        }
        connection.reasonNotMonitored.clear();
        return;
    } catch (...) {
        // Copied inside the handler, used outside: the exception may end with a library.
        failure = currentFailure();
    }
    connection.reasonNotMonitored = isMonitored(connection) ? "" : failure.text;
}

void Monitoring::monitorEach(const std::string& user, const std::string& usesPort,
                             const MonitorOptions& options) {
    // A request to time everything fails if no backend can time.
    (void)toolsFor(options);
    rules_.push_back({user, usesPort, options, SamplingFactory(options.contracts)});
    for (const ConnectionPointer& connection : core_.connections().list()) {
        const bool isNew = !connection->proxy;
        const auto direct =
            isNew ? connection->user->ports().linked(connection->usesPort, connection->serial)
                  : connection->proxy->direct();
        applyRule(*connection, direct, rules_.back());
        if (isNew && connection->proxy) {
            put(*connection, connection->proxy);
        }
    }
}

void Monitoring::unmonitorAll() {
    rules_.clear();
    for (const ConnectionPointer& connection : core_.connections().list()) {
        connection->reasonNotMonitored.clear();
        if (isMonitored(*connection)) {
            end(*connection);
        }
    }
}

std::shared_ptr<gov::cca::Port> Monitoring::prepare(Connection& connection,
                                                    const std::shared_ptr<gov::cca::Port>& direct) {
    for (const MonitoringRule& rule : rules_) {
        applyRule(connection, direct, rule);
    }
    return connection.proxy ? connection.proxy->port() : direct;
}

// Timers and records are named after the connection, so the new provider gets its own.
std::vector<PlannedProbe> Monitoring::renamed(const std::vector<PlannedProbe>& probes,
                                              const Connection& next) const {
    std::vector<PlannedProbe> renamed = probes;
    std::shared_ptr<performance::Measurement> measurement;
    for (PlannedProbe& planned : renamed) {
        if (!planned.probe) {
            continue;
        }
        // A copy: calls on the former target still read the old one.
        auto probe = std::make_shared<MethodProbe>(*planned.probe);
        probe->connection = nameOf(next);
        if (const auto timer = probe->timer) {
            if (!measurement) {
                measurement = toolsFor({}).measurement;
                noteTimed(next, probe->connection);
            }
            probe->timer = measurement->createTimerWithNameTypeGroup(
                timer->getName(), probe->connection, next.user->name());
        }
        if (probe->monitor) {
            probe->record = probe->connection + "::" + planned.shown.name;
        }
        planned.probe = std::move(probe);
    }
    return renamed;
}

std::vector<MonitoredConnection> Monitoring::list() const {
    std::vector<MonitoredConnection> list;
    for (const ConnectionPointer& connection : core_.connections().list()) {
        if (isMonitored(*connection) || !connection->reasonNotMonitored.empty()) {
            list.push_back(
                {connection->info(),
                 connection->proxy ? connection->proxy->observed() : std::vector<MonitoredMethod>{},
                 connection->reasonNotMonitored});
        }
    }
    return list;
}

bool matches(const ConnectionInfo& connection, const std::string& user,
             const std::string& usesPort) {
    return base::matchesPattern(user, connection.user) &&
           base::matchesPattern(usesPort, connection.usesPort);
}

}  // namespace gantry::framework
