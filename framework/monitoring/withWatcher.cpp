#include "monitoring/withWatcher.hpp"

#include <utility>

namespace gantry::framework {

std::shared_ptr<wiring::Watcher> watcherOf(const PlannedProbe& planned) {
    return planned.probe ? planned.probe->observer : nullptr;
}

PlannedProbe withWatcher(PlannedProbe planned, const std::shared_ptr<wiring::Watcher>& watcher,
                         const MethodDescription& method, const std::string& connection) {
    // A copy: calls that run may still read the probe before, which proxies never change.
    std::shared_ptr<MethodProbe> probe;
    if (planned.probe) {
        probe = std::make_shared<MethodProbe>(*planned.probe);
    } else {
        probe = std::make_shared<MethodProbe>();
        probe->connection = connection;
        planned.shown = MonitoredMethod{};
        planned.shown.name = method.name;
        planned.shown.numClauses = method.clauses.size();
    }
    probe->observer = watcher;
    planned.shown.watched = watcher != nullptr;
    if (!watcher && !probe->timer && !probe->monitor && !probe->contracts) {
        probe.reset();
    }
    planned.probe = std::move(probe);
    return planned;
}

}  // namespace gantry::framework
