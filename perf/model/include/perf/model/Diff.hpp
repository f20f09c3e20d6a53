#pragma once

#include <perf/model/Profile.hpp>

namespace gantry::perf {

/// What happened between two snapshots of the same engine. Calls, values, CPU time and misuse
/// counts are subtracted per thread and call path; a timer that ran through the whole time has 0
/// calls and a value. Events lose what the earlier profile had, but keep their minimum and maximum,
/// and are left out when nothing is left; so are misuse records. Everything else is that of the
/// later profile; timeNs is the time between the two.
///
/// Throws std::invalid_argument when `earlier` has threads, call paths or calls that `later` lacks:
/// then it is not an earlier state of the same run.
Profile diff(const Profile& later, const Profile& earlier);

}  // namespace gantry::perf
