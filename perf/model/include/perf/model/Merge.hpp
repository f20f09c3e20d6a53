#pragma once

#include <perf/model/Profile.hpp>

#include <vector>

namespace gantry::perf {

/// Brings the profiles of several processes together: timers that are the same become one, all
/// threads and processes stand side by side with new ids, events of one name and path are merged,
/// misuse is kept per thread. Machine, assembly, creation time and the context are those of the
/// first profile; context keys it lacks are added from the others. What is missing in one is
/// missing in the result. The time is the longest one. Values over ranks are dropped.
///
/// An empty list gives an empty profile. Throws std::invalid_argument when the metrics differ in
/// name or unit. Linear in the sum of all profiles, but for look-ups of timers and events by name.
/// Call paths of equal threads are not united: callPathsOf() does that.
///
///     const Profile both = merge({readProfile("a.json"), readProfile("b.json")});
Profile merge(const std::vector<Profile>& profiles);

/// Adds a profile to one that merge() or mergeInto() may have made, in the same way; `into` is the
/// first of the two. Values over ranks stay those of `into`. The call paths of `into` are not
/// copied. Throws as merge(); what `into` had is lost then.
void mergeInto(Profile& into, Profile profile);

}  // namespace gantry::perf
