#pragma once

#include <perf/document/JsonValues.hpp>
#include <perf/model/Profile.hpp>

namespace gantry::perf {

/// A profile as documents about a run have it: the member `profile` of docs/formats/run.md. For
/// programs that show a run. It is not the document of JsonProfile.hpp, from which a profile can be
/// read back.
Json profileJson(const Profile& profile);

}  // namespace gantry::perf
