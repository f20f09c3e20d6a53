#pragma once

#include <perf/model/Profile.hpp>

#include "JsonValues.hpp"

namespace gantry::tools {

/// A profile as documents about a run have it: the member `profile` of docs/formats/run.md.
Json profileJson(const perf::Profile& profile);

}  // namespace gantry::tools
