#pragma once

#include <perf/engine/Engine.hpp>

namespace performance::native {

/// Notes in the segment what distinguishes this process from others to those who list segments: the
/// session it was started in (GANTRY_SESSION) and its command. Nothing where there is no room.
void noteProcess(gantry::perf::Engine& engine) noexcept;

}  // namespace performance::native
