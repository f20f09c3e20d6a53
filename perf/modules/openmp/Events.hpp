#pragma once

namespace gantry::openmp {

/// What is asked for beside parallel regions and waiting. Each event that the runtime announces
/// costs time, hence nothing more is subscribed to.
struct Events {
    bool work = false;   ///< loops, sections, single blocks
    bool mutex = false;  ///< waiting for locks and critical sections
    bool tasks = false;  ///< explicit tasks
};

/// From words separated by commas, as GANTRY_OPENMP_EVENTS has them; unknown words are left out.
/// Null: nothing more.
Events eventsIn(const char* words) noexcept;

}  // namespace gantry::openmp
