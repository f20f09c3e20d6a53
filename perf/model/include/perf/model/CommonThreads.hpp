#pragma once

#include <perf/model/Profile.hpp>

namespace gantry::perf {

/// Makes one thread of all that have the same role: its call tree has the call paths of all, with
/// their sums. It belongs to no process, and its name is its role. Misuse is with the thread that
/// took it over; equal ones become one. Values that would be above 2^56 stay there, and
/// `partial` says so. Linear in all call paths, but for look-ups.
void uniteThreads(Profile& profile);

}  // namespace gantry::perf
