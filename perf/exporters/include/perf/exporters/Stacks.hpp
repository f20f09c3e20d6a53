#pragma once

#include <perf/model/Profile.hpp>

namespace gantry::perf {

/// The call paths of a thread without those of parameters, for formats that know functions only.
/// What was recorded under a parameter is contained in the values of its timer; what was called
/// there becomes a part of the timer's own call of it. Exclusive values of the result add up to
/// what was measured, as those of flat(). A parameter at the top stays. Some look-ups for each
/// node.
ThreadProfile withoutParameters(const Profile& profile, const ThreadProfile& thread);

/// The same for every thread of a profile.
Profile withoutParameters(const Profile& profile);

}  // namespace gantry::perf
