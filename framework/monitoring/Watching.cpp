#include <base/text/NameSuggestion.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

#include "monitoring/Monitoring.hpp"
#include "monitoring/withWatcher.hpp"

namespace gantry::framework {

void Monitoring::requireMethod(const Connection& connection, const InstalledProxy& proxy,
                               const std::string& method) {
    std::vector<std::string> known;
    for (const MethodDescription& each : proxy.methods()) {
        known.emplace_back(each.name);
    }
    if (!method.empty() && std::find(known.begin(), known.end(), method) == known.end()) {
        throw Error(gov::cca::CCAExceptionType::BadProperties,
                    connection.user->ports().require(connection.usesPort, false).type +
                        " has no method '" + method + "'" + base::suggest(method, known));
    }
}

void Monitoring::setWatcher(InstalledProxy& proxy, const std::string& connection,
                            const std::string& method,
                            const std::shared_ptr<wiring::Watcher>& watcher) {
    const std::vector<PlannedProbe> now = proxy.probes();
    for (std::size_t i = 0; i < now.size(); ++i) {
        const MethodDescription& description = proxy.methods()[i];
        const bool wanted = watcher && (method.empty() || method == description.name);
        // Methods that the watcher before had, but the new one has not, lose it here.
        if (wanted || watcherOf(now[i])) {
            PlannedProbe planned = now[i];
            planned.method = i;
            proxy.observe(withWatcher(std::move(planned), wanted ? watcher : nullptr, description,
                                      connection));
        }
    }
}

// A watched connection needs the proxy like a monitored one; put() comes last, when nothing can
// fail any more.
void Monitoring::watch(const ConnectionPointer& connection, const std::string& method,
                       const std::shared_ptr<wiring::Watcher>& watcher) {
    if (!watcher) {
        throw Error(gov::cca::CCAExceptionType::BadProperties,
                    "no watcher is given; unwatch ends watching");
    }
    if (const std::string reason = refusal(*connection); !reason.empty()) {
        throw Error(gov::cca::CCAExceptionType::BadPortType, reason);
    }
    std::shared_ptr<InstalledProxy> proxy = connection->proxy;
    if (!proxy) {
        proxy = guarding_.makeProxy(*connection, connection->user->ports().linked(
                                                     connection->usesPort, connection->serial));
    }
    requireMethod(*connection, *proxy, method);
    setWatcher(*proxy, nameOf(*connection), method, watcher);
    if (proxy != connection->proxy) {
        put(*connection, std::move(proxy));
    }
    connection->reasonNotMonitored.clear();
}

void Monitoring::unwatch(const ConnectionPointer& connection) {
    if (!connection->proxy) {
        return;
    }
    setWatcher(*connection->proxy, nameOf(*connection), "", nullptr);
    if (!connection->proxy->isObserving() && !connection->guarded && !connection->retiring) {
        put(*connection, nullptr);
    }
}

}  // namespace gantry::framework
