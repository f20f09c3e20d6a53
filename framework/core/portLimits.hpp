#pragma once

#include <limits>
#include <string>

#include "values/TypeMap.hpp"

namespace gantry::framework {

/// Any number of connections.
inline constexpr int kUnlimited = std::numeric_limits<int>::max();

/// The number of connections that the property key of a port says, "unlimited" included; otherwise,
/// if it does not say any. port is the port's full name, for messages. Throws gantry::Error for
/// a property that is no such number.
int readLimit(TypeMap& properties, const char* key, int otherwise, const std::string& port);
/// Throws gantry::Error if a port needs more connections than it may have.
void checkLimits(int fewest, int most, const std::string& port);

}  // namespace gantry::framework
