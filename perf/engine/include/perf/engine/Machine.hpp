#pragma once

#include <perf/model/Profile.hpp>

namespace gantry::perf {

/// Facts about this machine, read from the system; what cannot be read stays empty. Never throws
/// for lack of a fact. Takes about a millisecond.
Machine readMachine();

}  // namespace gantry::perf
