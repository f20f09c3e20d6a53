#include <base/text/NameSuggestion.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

#include "assembly/Assembly.hpp"
#include "monitoring/Monitoring.hpp"
#include "monitoring/watches.hpp"

namespace gantry::framework {

void Monitoring::requireMethod(const Connection& connection, const Splice& splice,
                               const std::string& method) {
    std::vector<std::string> known;
    for (const MethodDescription& each : splice.methods()) {
        known.emplace_back(each.name);
    }
    if (!method.empty() && std::find(known.begin(), known.end(), method) == known.end()) {
        throw Error(gov::cca::CCAExceptionType::BadProperties,
                    connection.user->ports().require(connection.usesPort, false).type +
                        " has no method '" + method + "'" + base::suggest(method, known));
    }
}

void Monitoring::setWatcher(Splice& splice, const std::string& connection,
                            const std::string& method,
                            const std::shared_ptr<wiring::Watcher>& watcher) {
    const std::vector<PlannedProbe> now = splice.probes();
    for (std::size_t i = 0; i < now.size(); ++i) {
        const MethodDescription& description = splice.methods()[i];
        const bool wanted = watcher && (method.empty() || method == description.name);
        if (wanted || watcherOf(now[i])) {
            PlannedProbe planned = now[i];
            planned.method = i;
            splice.observe(withWatcher(std::move(planned), wanted ? watcher : nullptr, description,
                                       connection));
        }
    }
}

void Monitoring::watch(const ConnectionPointer& connection, const std::string& method,
                       const std::shared_ptr<wiring::Watcher>& watcher) {
    if (!watcher) {
        throw Error(gov::cca::CCAExceptionType::BadProperties,
                    "no watcher is given; unwatch ends watching");
    }
    if (const std::string reason = refusal(*connection); !reason.empty()) {
        throw Error(gov::cca::CCAExceptionType::BadPortType, reason);
    }
    std::shared_ptr<Splice> splice = connection->splice;
    if (!splice) {
        splice = assembly_.guarding().splice(
            *connection,
            connection->user->ports().linked(connection->usesPort, connection->serial));
    }
    requireMethod(*connection, *splice, method);
    setWatcher(*splice, nameOf(*connection), method, watcher);
    if (splice != connection->splice) {
        put(*connection, std::move(splice));
    }
    connection->whyDirect.clear();
}

void Monitoring::unwatch(const ConnectionPointer& connection) {
    if (!connection->splice) {
        return;
    }
    setWatcher(*connection->splice, nameOf(*connection), "", nullptr);
    if (!connection->splice->isObserving() && !connection->guarded && !connection->parting) {
        put(*connection, nullptr);
    }
}

}  // namespace gantry::framework
