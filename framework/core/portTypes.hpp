#pragma once

#include <gov/cca/Port.hpp>

#include <string>
#include <vector>

namespace gantry::framework {

/// Whether a port that is declared to be of a SIDL type is of the C++ type that belongs to it. Only
/// the types of gov.cca.ports are known here; any other is believed. Costs one dynamic_cast for a
/// known type.
bool hasPortType(gov::cca::Port& port, const std::string& type);

/// The SIDL types, without gov.cca.Port, that an interface of that name extends, directly or not,
/// as the C++ class of port shows; in no particular order. Empty if port has no such interface.
/// Costs some look-ups in the run-time type of port.
std::vector<std::string> supertypesOf(const gov::cca::Port& port, const std::string& type);

/// Whether type is wanted or extends it. supertypes: as of supertypesOf. Every port is a
/// gov.cca.Port.
bool isSubtype(const std::string& type, const std::vector<std::string>& supertypes,
               const std::string& wanted);

/// The advice for a uses port of that type and a provides port that does not fit.
std::string connectInstead(const std::string& usesType);

}  // namespace gantry::framework
