#pragma once

#include <gantry/Proxy.hpp>
#include <wiring/Watcher.hpp>

#include <memory>
#include <string>

#include "core/PlannedProbe.hpp"

namespace gantry::framework {

/// The watcher of a planned probe; null if there is none.
std::shared_ptr<wiring::Watcher> watcherOf(const PlannedProbe& planned);

/// The same observation with that watcher, or without one if it is null; without a probe if nothing
/// is left to observe. If planned has no probe, method describes the method, and connection is its
/// name in messages.
PlannedProbe withWatcher(PlannedProbe planned, const std::shared_ptr<wiring::Watcher>& watcher,
                         const MethodDescription& method, const std::string& connection);

}  // namespace gantry::framework
