#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/model/Throttle.hpp>

namespace gantry::capi {

/// Gives timers up by the rule, until the process ends its measuring: in a thread that takes no
/// signal and is not measured. It is not in processes that are forked, where timers stay as they
/// are. The engine is never destroyed. Returns false where there is no memory or no thread for it.
/// To be called once.
bool startThrottling(perf::Engine& engine, const perf::ThrottleRule& rule) noexcept;

/// Whether the calling thread is making that thread just now.
bool isMakingOwnThread() noexcept;

}  // namespace gantry::capi
