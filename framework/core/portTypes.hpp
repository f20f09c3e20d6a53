#pragma once

#include <gov/cca/Port.hpp>

#include <string>

namespace gantry::framework {

/// Whether a port that is declared to be of a SIDL type is of the C++ type that belongs to it. Only
/// the types of gov.cca.ports are known here; any other is believed.
bool hasPortType(gov::cca::Port& port, const std::string& type);

}  // namespace gantry::framework
