#pragma once

#include <gantry/Parameters.hpp>
#include <perf/model/Selection.hpp>
#include <perf/model/Throttle.hpp>
#include <perf/segment/TraceOptions.hpp>

#include <string>

namespace performance::native {

/// The selection in that file; one that includes all for an empty path. Throws gantry::Error that
/// names file and line.
gantry::perf::Selection readSelection(const std::string& path);

/// The rule that the parameters throttle, throttleExempt and overheadBudget give together. Throws
/// gantry::Error.
gantry::perf::ThrottleRule readThrottleRule(const gantry::Parameters& parameters);

/// What the parameter trace says. Throws gantry::Error.
gantry::perf::TraceOptions readTrace(const std::string& text);

}  // namespace performance::native
