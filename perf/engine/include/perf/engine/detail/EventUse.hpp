#pragma once

namespace gantry::perf {

/// What becomes of the values of an event. A plain value, read at each trigger.
/// Engine::registerEvent(), setEventKeepsPath() and setEventOfCall() decide it.
struct EventUse {
    bool keepPath = false;       ///< one record for each call path that it is triggered in
    bool keepQuantiles = false;  ///< also a sketch
    bool isOfCall = false;       ///< in a trace they have the time of the record before
};

}  // namespace gantry::perf
