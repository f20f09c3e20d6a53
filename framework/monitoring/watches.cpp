#include "monitoring/watches.hpp"

#include <utility>

#include "monitoring/WatchedTimer.hpp"

namespace gantry::framework {

std::shared_ptr<wiring::Watcher> watcherOf(const PlannedProbe& planned) {
    const auto* const timer =
        planned.probe ? dynamic_cast<const WatchedTimer*>(planned.probe->timer.get()) : nullptr;
    return timer == nullptr ? nullptr : timer->watcher();
}

PlannedProbe withWatcher(PlannedProbe planned, const std::shared_ptr<wiring::Watcher>& watcher,
                         const MethodDescription& method, const std::string& connection) {
    std::shared_ptr<MethodProbe> probe;
    if (planned.probe) {
        probe = std::make_shared<MethodProbe>(*planned.probe);
        if (const auto* const timer = dynamic_cast<const WatchedTimer*>(probe->timer.get())) {
            probe->timer = timer->inner();
        }
    } else {
        probe = std::make_shared<MethodProbe>();
        probe->connection = connection;
        planned.shown = MonitoredMethod{};
        planned.shown.name = method.name;
        planned.shown.numClauses = method.clauses.size();
    }
    planned.shown.watched = watcher != nullptr;
    if (watcher) {
        probe->timer = std::make_shared<WatchedTimer>(probe->timer, watcher);
    } else if (!probe->timer && !probe->monitor && !probe->contracts) {
        probe.reset();
    }
    planned.probe = std::move(probe);
    return planned;
}

}  // namespace gantry::framework
