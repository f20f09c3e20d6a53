#pragma once

#include <framework/AssemblyInfo.hpp>

#include <string>
#include <vector>

namespace gantry::framework::script {

/// What Framework::guarded tells of a connection; that it is direct where it tells nothing.
GuardedConnection guardOf(const std::vector<GuardedConnection>& guarded,
                          const ConnectionInfo& connection);

/// For people: "guarded", "guarded, swapped once", "swapped 3 times"; empty for a direct
/// connection that has the provider it had at first.
std::string guardText(const GuardedConnection& connection);

}  // namespace gantry::framework::script
