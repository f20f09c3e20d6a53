#pragma once

#include <perf/engine/Engine.hpp>

namespace gantry::capi {

/// The one engine of this process, made by the first call where the environment asks for it. Null
/// where it does not, while the engine is being made by this very thread, and after the end. While
/// another thread makes it: waits for that, or null. May be called by any thread at any time,
/// before main too; never throws.
perf::Engine* processEngine(bool waits = true) noexcept;

/// The same engine, for who has had it from processEngine() before. It is never destroyed, because
/// threads may use it until the process is gone: after the end that is harmless.
perf::Engine& engineInUse() noexcept;

/// Whether the threads that the program makes are timed.
bool timesThreads() noexcept;

/// The run is over: notes the last facts and ends the segment. Does nothing where there is no
/// engine, a second time, and in a process that was forked and has measured nothing.
void endProcess() noexcept;

}  // namespace gantry::capi
