#pragma once

#include <memory>
#include <wiring/Watcher.hpp>

#include "monitoring/ProbePlan.hpp"

namespace gantry::framework {

/// Who is told of the calls that a probe observes; null where nobody is.
std::shared_ptr<wiring::Watcher> watcherOf(const PlannedProbe& planned);

/// The same observation with that watcher, or without one where it is null; without a probe where
/// nothing is left to be observed. A planned probe without a probe observes nothing else: then
/// method describes the method, and connection is its name for messages.
PlannedProbe withWatcher(PlannedProbe planned, const std::shared_ptr<wiring::Watcher>& watcher,
                         const MethodDescription& method, const std::string& connection);

}  // namespace gantry::framework
