#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/segment/ModuleRegion.hpp>

namespace gantry::perf {

/// Memory of the engine's segment for the records of a module: new, or what the module of that name
/// has already. In a forked child it is the child's own after this call, with what the parent had
/// recorded in it up to the fork. Null where there is no room. One thread at a time may ask for one
/// name. Throws EngineError in a signal handler that interrupted the engine, and std::bad_alloc.
ModuleRegionHeader* moduleRegion(Engine& engine, const ModuleDescription& description);

}  // namespace gantry::perf
