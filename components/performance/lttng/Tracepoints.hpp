#pragma once

#include "tracepoints/calls.h"

namespace performance::lttng {

/// The calls of the shared object lttng/tracepoints.so beside this component, which is loaded now
/// and stays so; with it come LTTng's threads. Throws gantry::Error that names file and reason.
const gantry_Tracepoints& loadTracepoints();

}  // namespace performance::lttng
