#pragma once

#include <perf/model/Profile.hpp>

#include <string>

namespace gantry::perf {

/// Facts about this machine, read from the system; what cannot be read stays empty. Never throws
/// for lack of a fact. Takes about a millisecond.
Machine readMachine();

/// Of the running system, another one after each start of it; empty where the system has none.
std::string readBootId();

}  // namespace gantry::perf
