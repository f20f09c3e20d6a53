#pragma once

#include <framework/Framework.hpp>

#include <map>
#include <string>

namespace gantry::framework::script {

/// What Framework::guarded returns, by connection.
using Guards = std::map<ConnectionInfo, GuardedConnection>;
Guards guardsOf(const Framework& framework);

/// What is known of a connection; that it is direct where nothing is.
GuardedConnection guardOf(const Guards& guards, const ConnectionInfo& connection);

/// For people: "guarded", "guarded, swapped once", "swapped 3 times"; empty for a direct
/// connection that has the provider it had at first.
std::string guardText(const GuardedConnection& connection);

}  // namespace gantry::framework::script
